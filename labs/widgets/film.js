// The widget around a stage (stage.js, one module with this file): its controls, by pointer and by
// keyboard, its words for whoever cannot see it, and the model in Python.

const AS_A_PLAYER = 40_000; // milliseconds that a long film takes
const SLOWEST = 700; // between two frames of a short one
const FASTEST = 1000 / 60;
const WITHOUT_MOTION = 1500;
const STEPS_WITHOUT_MOTION = 60;

const MARKUP = `
  <p class="koda-title"></p>
  <div class="koda-stage"></div>
  <div class="koda-controls">
    <button type="button" class="koda-play">Play</button>
    <button type="button" class="koda-back">Step back</button>
    <button type="button" class="koda-on">Step on</button>
    <input type="range" class="koda-range" min="0" step="1">
    <span class="koda-count"></span>
  </div>
  <p class="koda-caption" aria-live="polite"></p>
  <div class="koda-legend"></div>`;

/** The output before this one, if it is the still picture for readers without a kernel. */
function stillBefore(el) {
  const output = el.closest(".jp-OutputArea-child")?.previousElementSibling;
  return output?.querySelector(".koda-still") ? output : null;
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "koda-film";
  root.setAttribute("role", "group");
  root.innerHTML = MARKUP;
  el.append(root);
  const part = (name) => root.querySelector(`.koda-${name}`);
  const [play, range, caption] = [part("play"), part("range"), part("caption")];
  const gentle = window.matchMedia("(prefers-reduced-motion: reduce)");
  let film, stage, still;
  let at = 0;
  let ticking = 0; // the animation frame asked for, while it plays
  let saving = 0;

  function last() {
    return film.captions.length - 1;
  }

  function save() {
    saving ||= setTimeout(() => {
      saving = 0;
      model.set("frame", at);
      model.save_changes();
    }, ticking ? 250 : 0);
  }

  function show(frame, { aloud = false, again = false } = {}) {
    const next = Math.max(0, Math.min(last(), frame));
    if (next === at && !again) return;
    at = next;
    stage.move(at);
    range.value = at;
    range.setAttribute("aria-valuetext", film.captions[at]);
    part("count").textContent = `${film.stepName} ${at} of ${last()}`;
    caption.setAttribute("aria-live", aloud ? "polite" : "off");
    caption.textContent = film.captions[at];
    save();
  }

  function stop() {
    if (!ticking) return;
    cancelAnimationFrame(ticking);
    ticking = 0;
    play.textContent = "Play";
    show(at, { aloud: true, again: true });
  }

  function start() {
    if (at === last()) show(0);
    const stride = gentle.matches ? Math.ceil(last() / STEPS_WITHOUT_MOTION) : 1;
    const pause = gentle.matches
      ? WITHOUT_MOTION
      : Math.max(FASTEST, Math.min(SLOWEST, AS_A_PLAYER / last()));
    const [from, began] = [at, performance.now()];
    const tick = (now) => {
      show(from + stride * Math.floor(Math.max(0, now - began) / pause));
      ticking = requestAnimationFrame(tick);
      if (at === last()) stop();
    };
    play.textContent = "Pause";
    ticking = requestAnimationFrame(tick);
  }

  function by(frames) {
    stop();
    show(at + frames, { aloud: true });
  }

  function drag(down) {
    down.preventDefault();
    stop();
    const handle = stage.handle;
    const moved = (event) => show(stage.frameAt(event));
    handle.setPointerCapture(down.pointerId);
    handle.addEventListener("pointermove", moved);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", moved);
      show(at, { aloud: true, again: true });
    }, { once: true });
  }

  function load() {
    stop();
    film = model.get("film");
    root.setAttribute("aria-label", film.title);
    part("title").textContent = film.title;
    part("legend").innerHTML = film.legend;
    part("stage").setAttribute("role", "group");
    part("stage").setAttribute("aria-label", "Picture");
    part("controls").hidden = last() < 1;
    range.max = last();
    range.setAttribute("aria-label", film.stepName);
    const window_ = part("stage").cloneNode(false); // without the old picture's listeners
    part("stage").replaceWith(window_);
    stage = makeStage(window_, film);
    stage.handle?.addEventListener("pointerdown", drag);
    show(model.get("frame"), { again: true });
    resized.disconnect();
    resized.observe(window_);
  }

  const resized = new ResizeObserver(() => {
    stage.measure();
    still ??= stillBefore(el);
    still?.style.setProperty("display", "none");
  });

  play.addEventListener("click", () => (ticking ? stop() : start()));
  part("back").addEventListener("click", () => by(-1));
  part("on").addEventListener("click", () => by(1));
  range.addEventListener("input", () => {
    const wanted = Number(range.value);
    stop();
    show(wanted);
  });
  root.addEventListener("keydown", (event) => {
    // A notebook would take an arrow or a blank for itself and move to another cell.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  const followed = () => model.get("frame") !== at && !ticking && show(model.get("frame"));
  model.on("change:film", load);
  model.on("change:frame", followed);
  load();

  return () => {
    cancelAnimationFrame(ticking);
    clearTimeout(saving);
    resized.disconnect();
    model.off("change:film", load);
    model.off("change:frame", followed);
    still?.style.removeProperty("display");
  };
}

export default { render };
