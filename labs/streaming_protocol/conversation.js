// Shows a response and says what was clicked; what comes of it is decided in Python. The page is
// changed only where the view has changed, and nothing is ever disabled or moved under a finger: so
// neither focus nor a selection jumps, and Stop stays where it is.

const NEAR_THE_END = 24; // pixels
const MOST_TOLD = 8;
let pages = 0; // an id stands once in a document, however many views there are

const HINT = "Nothing has been asked yet. The agent can search, export, send a mail and refund. It"
  + " asks before it mails or refunds. Send what stands below, and stop it in the middle.";

const MARKUP = `
  <div class="koda-bar">
    <p class="koda-state"></p>
    <button type="button" class="koda-stop" title="Stop the answer">Stop</button>
  </div>
  <div class="koda-columns">
    <div class="koda-main">
      <ol class="koda-lines" tabindex="0" aria-label="The conversation"></ol>
      <form class="koda-ask">
        <input type="text" class="koda-box" aria-label="What you ask" autocomplete="off"
          maxlength="400" value="Search, then mail Ada, then export.">
        <button type="submit" class="koda-send">Send</button>
      </form>
      <p class="koda-help">“, then” makes steps of tools; a story is told before them: “A story.
        Search, then export.” Try “actually” and “breaks off late”, too: “Mail Ada, actually.”</p>
      <p class="koda-said"></p>
      <div class="koda-row" role="group" aria-label="After it was broken off">
        <button type="button" class="koda-retry">Retry</button>
        <button type="button" class="koda-continue">Continue</button>
      </div>
      <p class="koda-help">Retry asks anew: new operations, and what was done is done again.
        Continue goes on from the last finished tool: what was done stays done.</p>
      <div class="koda-row" role="group" aria-label="This page and its line">
        <button type="button" class="koda-lose">Lose the next event</button>
        <button type="button" class="koda-reload">Reload</button>
      </div>
    </div>
    <div class="koda-side">
      <div class="koda-waits" role="group" aria-label="Waits for you">
        <p class="koda-name">Waits for you</p>
        <div class="koda-card">
          <p class="koda-asks"></p><dl class="koda-payload"></dl><p class="koda-runs-out"></p>
        </div>
        <button type="button" class="koda-approve">Approve</button>
        <button type="button" class="koda-deny">Deny</button>
      </div>
      <div role="group" aria-label="Tools">
        <p class="koda-name">Tools</p><ul class="koda-tools"></ul>
      </div>
      <div role="group" aria-label="Kept and done">
        <p class="koda-name">Kept and done</p><ul class="koda-left"></ul>
      </div>
    </div>
  </div>
  <div class="koda-told" aria-live="polite"></div>`;

/** Make the text that of the element, if it is not. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** As many children as there are rows, each made of its spans: [tag, class, text] each. */
function fill(parent, tag, rows) {
  while (parent.children.length > rows.length) parent.lastChild.remove();
  rows.forEach((spans, n) => {
    const item = parent.children[n] || parent.appendChild(document.createElement(tag));
    spans.forEach(([name, kind, text], i) => {
      const span = item.children[i] || item.appendChild(document.createElement(name));
      if (span.className !== kind) span.className = kind;
      write(span, text);
    });
    while (item.children.length > spans.length) item.lastChild.remove();
  });
}

function line([who, text, mark]) {
  // Blanks between the spans, for whoever copies the text or has it read.
  const parts = [["span", `koda-who koda-${who}`, `${who} `], ["span", "koda-text", text]];
  return mark ? [...parts, ["span", "koda-mark", ` (${mark})`]] : parts;
}

function orNothing(rows) {
  return rows.length ? rows : [[["span", "koda-quiet", "Nothing."]]];
}

/** The output before this one, if it is the still picture for readers without a kernel. */
function stillBefore(el) {
  const output = el.closest(".jp-OutputArea-child")?.previousElementSibling;
  return output?.querySelector(".koda-still") ? output : null;
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "koda-response";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "A conversation with an agent that uses tools");
  root.dataset.lmSuppressShortcuts = "true"; // or JupyterLab takes Enter on a button for itself
  root.innerHTML = MARKUP;
  el.append(root);
  const part = (name) => root.querySelector(`.koda-${name}`);
  const [box, lines] = [part("box"), part("lines")];
  const buttons = ["stop", "send", "retry", "continue", "approve", "deny"];
  const always = ["lose", "reload"];
  let told = model.get("view").told_count; // who comes now is not told what is past
  let following = true; // the newest line stays in sight, unless its reader has scrolled back
  let still;
  part("card").id = `koda-card-${++pages}`;
  for (const name of ["approve", "deny"]) part(name).setAttribute("aria-describedby", part("card").id);
  lines.addEventListener("scroll", () => {
    following = lines.scrollTop + lines.clientHeight > lines.scrollHeight - NEAR_THE_END;
  });

  function show() {
    const view = model.get("view");
    write(part("state"), view.over || view.status);
    root.classList.toggle("koda-going", view.can.includes("stop"));
    fill(lines, "li", view.lines.length ? view.lines.map(line) : [[["span", "koda-hint", HINT]]]);
    if (following) lines.scrollTop = lines.scrollHeight;
    write(part("said"), view.said);
    showCard(view.card);
    fill(part("tools"), "li", orNothing(view.tools.map(([call, operation, word]) => [
      ["span", "koda-call", call], ["span", "koda-word", ` ${word}`],
      ["span", "koda-quiet", ` operation ${operation}`]])));
    fill(part("left"), "li", orNothing(view.left.map(([name, said]) =>
      [["span", "koda-word", `${name}: `], ["span", "", said]])));
    for (const name of buttons) able(name, view.can.includes(name));
    for (const name of always) able(name, !view.over);
    tell(view);
  }

  function showCard(card) {
    part("waits").classList.toggle("koda-waiting", Boolean(card));
    write(part("asks"), card ? card.asks : "Nothing.");
    fill(part("payload"), "div", (card?.payload ?? []).map(([name, value]) =>
      [["dt", "", name], ["dd", "", value]]));
    write(part("runs-out"), card ? card.runs_out : "");
  }

  function able(name, can) {
    // Not `disabled`: that would take the focus from whoever has just pressed it.
    part(name).setAttribute("aria-disabled", String(!can));
  }

  function tell({ told: sentences, told_count: count }) {
    const news = Math.min(count - told, sentences.length);
    told = count;
    for (const sentence of news > 0 ? sentences.slice(-news) : []) {
      const said = document.createElement("p");
      said.textContent = sentence;
      part("told").append(said);
    }
    while (part("told").children.length > MOST_TOLD) part("told").firstChild.remove();
  }

  function is(name) {
    return part(name).getAttribute("aria-disabled") !== "true";
  }

  function press(name, message) {
    part(name).addEventListener("click", (event) => {
      // The second click of a double click was not meant for what the first one has brought.
      if (is(name) && event.detail < 2) model.send(message());
    });
  }

  function decide(granted) {
    // What is sent back is what was on the card, whatever waits there by now.
    const { approval_id: id, payload_hash: hash } = model.get("view").card;
    return { kind: "decide", id, hash, granted };
  }

  press("approve", () => decide(true));
  press("deny", () => decide(false));
  for (const kind of ["stop", "retry", "continue", "lose", "reload"]) press(kind, () => ({ kind }));
  part("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!is("send") || !box.value.trim()) return;
    model.send({ kind: "ask", text: box.value });
    box.value = "";
  });
  root.addEventListener("keydown", (event) => {
    // A key that is held down presses once.
    if (event.repeat && event.target.matches("button")) event.preventDefault();
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
  // A page that opens knows nothing of its own: it asks the server how things stand.
  model.send({ kind: "reload" });

  return () => {
    shown.disconnect();
    model.off("change:view", show);
    still?.style.removeProperty("display");
  };
}

export default { render };
