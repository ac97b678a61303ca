// Moves a picture that Python has drawn. Every mark carries its history, so that going from one
// frame to another touches only the marks that change between them, forwards and backwards.

const MARGIN = 400; // units about the window in which marks are kept in the page

/** Each frame's changes, [mark, state before, state after], and each mark's state at frame 0. */
function indexed(marks, frames) {
  const changes = Array.from({ length: frames }, () => []);
  for (const mark of marks) {
    let before = "absent";
    const words = (mark.dataset.states || "").split(" ").filter(Boolean);
    for (let i = 0; i < words.length; i += 2) {
      const frame = Math.max(0, Number(words[i]));
      if (frame < frames) changes[frame].push([mark, before, words[i + 1]]);
      before = words[i + 1];
    }
  }
  return changes;
}

/** What becomes of each mark between two frames; `from` is -1 before the first. */
function between(changes, from, to) {
  const states = new Map();
  for (let f = from + 1; f <= to; f++) for (const [mark, , after] of changes[f]) states.set(mark, after);
  for (let f = from; f > to; f--) {
    for (let i = changes[f].length - 1; i >= 0; i--) states.set(changes[f][i][0], changes[f][i][1]);
  }
  return states;
}

function look(mark, state, forms) {
  const form = forms[`${state} ${mark.dataset.size}`];
  if (!form) return mark.setAttribute("display", "none");
  mark.setAttribute("class", form[0]);
  mark.firstChild.setAttribute("d", form[1]);
  mark.removeAttribute("display");
}

/** The stage: the picture in its window, which follows the handle. */
function makeStage(stage, film) {
  stage.innerHTML = film.svg;
  const svg = stage.querySelector("svg");
  const handle = svg.querySelector(".koda-handle");
  const pinned = svg.querySelector(".koda-pinned");
  const changes = indexed(svg.querySelectorAll(".koda-mark"), film.captions.length);
  const places = film.handle; // where the handle stands, frame by frame
  // Read once a resize, not once a frame: a measurement in mid-play costs a layout.
  const seen = { width: 0, scale: 1, left: 0 };
  let at = -1;
  // Of a long picture only the parts about the window are in the page; the others wait, with what
  // is to become of their marks.
  const parts = [...svg.querySelectorAll(".koda-part")].map((part, _, all) => ({
    part,
    from: Number(part.dataset.from) - MARGIN,
    to: Number(part.dataset.to) + MARGIN,
    out: all.length > 1,
    pending: new Map(),
  }));
  const partOf = new Map();
  for (const one of parts) {
    if (one.out) one.part.style.display = "none";
    for (const mark of one.part.children) partOf.set(mark, one);
  }

  svg.style.minWidth = `${film.width > film.widest ? film.width : film.width * 0.75}px`;

  function measure() {
    seen.width = stage.clientWidth;
    seen.scale = svg.getBoundingClientRect().width / film.width || 1;
    const scrolls = stage.scrollWidth > stage.clientWidth + 1;
    // What scrolls must be reachable by keyboard; what does not must not be a stop.
    if (scrolls) stage.setAttribute("tabindex", "0");
    else stage.removeAttribute("tabindex");
    follow();
  }

  function furnish() {
    const left = seen.left / seen.scale;
    const right = left + seen.width / seen.scale;
    for (const one of parts.length > 1 ? parts : []) {
      const out = one.to < left || one.from > right;
      if (out === one.out) continue;
      one.out = out;
      one.part.style.display = out ? "none" : "";
      one.pending.forEach((state, mark) => look(mark, state, film.forms));
      one.pending.clear();
    }
  }

  function turn(state, mark) {
    const one = partOf.get(mark);
    if (one?.out) one.pending.set(mark, state);
    else look(mark, state, film.forms);
  }

  function follow() {
    if (!handle || !seen.width) return;
    const place = places[at] * seen.scale;
    const least = place - seen.width * 0.75;
    const most = place - seen.width * 0.25;
    const left = Math.max(0, Math.min(Math.max(seen.left, least), Math.max(0, most)));
    if (Math.abs(left - seen.left) >= 1) stage.scrollLeft = seen.left = left;
    furnish();
  }

  stage.addEventListener("scroll", () => {
    seen.left = stage.scrollLeft;
    furnish();
    pinned.setAttribute("transform", `translate(${seen.left / seen.scale} 0)`);
  });

  return {
    measure,
    handle,
    move(frame) {
      between(changes, at, frame).forEach(turn);
      at = frame;
      handle?.setAttribute("transform", `translate(${places?.[at]} 0)`);
      follow();
    },
    frameAt(event) {
      const inside = (event.clientX - svg.getBoundingClientRect().left) / seen.scale;
      const far = places.map((place) => Math.abs(place - inside));
      return far.indexOf(Math.min(...far));
    },
  };
}
