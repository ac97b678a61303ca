// Shows a conversation and says what was typed and pressed; what comes of it is decided in Python.
// The page is changed only where the view has changed, so that neither focus nor a selection jumps.

const PAUSE = 300; // milliseconds without a key, after which what is typed so far is sent
const NEAR_THE_END = 24; // pixels

const HINT = "Nothing has been said yet. The agent can look up a ticket, export the report, and update"
  + " a ticket if you allow it. Ask for all three at once, and change your mind.";

const MARKUP = `
  <div class="koda-bar">
    <p class="koda-state"></p>
    <button type="button" class="koda-stop">Stop</button>
  </div>
  <div class="koda-columns">
    <div class="koda-main">
      <ol class="koda-lines" tabindex="0" aria-label="What has been said"></ol>
      <form class="koda-speak">
        <input type="text" class="koda-box" aria-label="What you say" autocomplete="off"
          maxlength="400" placeholder="update ticket forty... actually fourteen">
        <button type="submit" class="koda-say">Say</button>
        <button type="button" class="koda-interrupt">Interrupt</button>
        <label><input type="checkbox" class="koda-over"> Say over it</label>
      </form>
      <p class="koda-help">Typing is speech that is not yet final; Enter makes it final. Whoever
        types while the agent speaks interrupts it, unless he says it over it.</p>
    </div>
    <div class="koda-side">
      <div class="koda-waits" role="group" aria-label="Waits for you">
        <p class="koda-name">Waits for you</p>
        <p class="koda-question"></p>
        <button type="button" class="koda-approve">Approve</button>
        <button type="button" class="koda-reject">Reject</button>
      </div>
      <div role="group" aria-label="At work">
        <p class="koda-name">At work</p><ul class="koda-tools"></ul>
      </div>
      <div role="group" aria-label="Done">
        <p class="koda-name">Done</p><ul class="koda-done"></ul>
      </div>
      <div role="group" aria-label="You said stop" class="koda-notice" hidden>
        <p class="koda-name">You said stop</p><ul class="koda-lists"></ul>
      </div>
    </div>
  </div>
  <details class="koda-log">
    <summary></summary>
    <ol></ol>
  </details>
  <div class="koda-told" aria-live="polite"></div>`;

/** Make the text that of the element, if it is not. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** As many items as there are rows, each with its spans: [class, text] each. */
function list(parent, rows) {
  while (parent.children.length > rows.length) parent.lastChild.remove();
  rows.forEach((spans, n) => {
    const item = parent.children[n] || parent.appendChild(document.createElement("li"));
    spans.forEach(([kind, text], i) => {
      const span = item.children[i] || item.appendChild(document.createElement("span"));
      if (span.className !== kind) span.className = kind;
      write(span, text);
    });
    while (item.children.length > spans.length) item.lastChild.remove();
  });
}

function stateOf(view) {
  if (view.over) return view.over;
  if (view.speaking) return "The agent speaks.";
  if (view.lines.some((line) => line.mark === "not yet final")) return "You speak.";
  return view.question ? "The agent waits for your answer." : "The agent listens.";
}

function line({ who, text, mark }) {
  const kind = mark.replaceAll(" ", "-") || "final";
  // Blanks between the spans, for whoever copies the text or has it read.
  const parts = [[`koda-who koda-${who}`, `${who} `], [`koda-text koda-${kind}`, text]];
  return mark ? [...parts, ["koda-mark", ` (${mark})`]] : parts;
}

/** The output before this one, if it is the still picture for readers without a kernel. */
function stillBefore(el) {
  const output = el.closest(".jp-OutputArea-child")?.previousElementSibling;
  return output?.querySelector(".koda-still") ? output : null;
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "koda-talk";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "A conversation that can be interrupted");
  root.dataset.lmSuppressShortcuts = "true"; // or JupyterLab takes Enter on a button for itself
  root.innerHTML = MARKUP;
  el.append(root);
  const part = (name) => root.querySelector(`.koda-${name}`);
  const [box, lines, over] = [part("box"), part("lines"), part("over")];
  const buttons = ["stop", "say", "interrupt", "approve", "reject"].map(part);
  let told = model.get("view").told_count; // who comes now is not told what is past
  let pausing = 0;
  let sent = ""; // of what is being typed, as much as has been sent
  let following = true; // the newest line stays in sight, unless its reader has scrolled back
  let still;
  lines.addEventListener("scroll", () => {
    following = lines.scrollTop + lines.clientHeight > lines.scrollHeight - NEAR_THE_END;
  });

  function show() {
    const view = model.get("view");
    write(part("state"), stateOf(view));
    root.classList.toggle("koda-speaking", view.speaking);
    list(lines, view.lines.length ? view.lines.map(line) : [[["koda-hint", HINT]]]);
    if (following) lines.scrollTop = lines.scrollHeight;
    showSide(view);
    write(part("log").querySelector("summary"), `Refused, and why: ${view.log.length}`);
    list(part("log").querySelector("ol"), view.log.map((said) => [["", said]]));
    tell(view);
  }

  function showSide(view) {
    write(part("question"), view.question || "Nothing.");
    part("waits").classList.toggle("koda-asks", Boolean(view.question));
    list(part("tools"), orNothing(view.tools.map(([name, phase]) =>
      [["koda-call", `${name} `], ["koda-phase", phase]])));
    list(part("done"), orNothing(view.done.map((name) => [["koda-call", name]])));
    part("notice").hidden = !view.notice.length;
    list(part("lists"), view.notice.map(([said, names]) =>
      [["koda-phase", `${said}: `], ["koda-call", names]]));
    // Not `disabled`: that would take the focus from whoever has just pressed it.
    for (const button of buttons) {
      const idle = /approve|reject/.test(button.className) && !view.question;
      button.setAttribute("aria-disabled", String(Boolean(view.over) || idle));
    }
    box.readOnly = Boolean(view.over);
  }

  function orNothing(rows) {
    return rows.length ? rows : [[["koda-phase", "Nothing."]]];
  }

  function tell({ told: sentences, told_count: count }) {
    const news = Math.min(count - told, sentences.length);
    told = count;
    for (const sentence of news > 0 ? sentences.slice(-news) : []) {
      const said = document.createElement("p");
      said.textContent = sentence;
      part("told").append(said);
    }
    while (part("told").children.length > 8) part("told").firstChild.remove();
  }

  function speak(final) {
    clearTimeout(pausing);
    pausing = 0;
    if (box.readOnly || (!final && box.value === sent) || (final && !box.value.trim())) return;
    sent = final ? "" : box.value;
    model.send({ kind: "say", text: box.value, final, over: over.checked });
    if (final) box.value = "";
  }

  function typed() {
    // The first letter interrupts; after it, each pause is worth a transcript.
    if (!sent) return speak(false);
    clearTimeout(pausing);
    pausing = setTimeout(() => speak(false), PAUSE);
  }

  function press(name, message) {
    part(name).addEventListener("click", () => {
      if (part(name).getAttribute("aria-disabled") !== "true") model.send(message());
    });
  }

  const decide = (approve) => () => ({ kind: "decide", id: model.get("view").question_id, approve });
  press("approve", decide(true));
  press("reject", decide(false));
  press("interrupt", () => ({ kind: "interrupt" }));
  press("stop", () => {
    clearTimeout(pausing);
    box.value = sent = "";
    return { kind: "stop" };
  });
  box.addEventListener("input", typed);
  part("speak").addEventListener("submit", (event) => {
    event.preventDefault();
    speak(true);
  });
  root.addEventListener("keydown", (event) => {
    // A notebook would take a letter or Enter for itself and move to another cell.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  const shown = new ResizeObserver(() => {
    still ??= stillBefore(el);
    still?.style.setProperty("display", "none");
  });
  shown.observe(root);
  model.on("change:view", show);
  show();

  return () => {
    clearTimeout(pausing);
    shown.disconnect();
    model.off("change:view", show);
    still?.style.removeProperty("display");
  };
}

export default { render };
