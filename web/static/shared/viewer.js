/** The viewer inside a shared HTML file: it shows a game that stands in the file as JSON. No requests. */
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const MS_PLAY = 900;
  const DEEPEST = 40;
  const ICONS = {
    first: "M6 5v14M18 5l-8 7 8 7z",
    back: "M16 5l-9 7 9 7z",
    play: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
    pause: "M8 5v14M16 5v14",
    forward: "M8 5l9 7-9 7z",
    last: "M18 5v14M6 5l8 7-8 7z",
  };
  const game = JSON.parse(document.getElementById("game").textContent);
  const say = (key, values = {}) => game.words[key].replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
  const root = { id: 0, parent: null, text: "", side: 1, put: game.start, off: [], comment: game.comment, chance: game.chance };
  const nodes = new Map([root, ...game.nodes].map((node) => [node.id, { captures: 0, mark: "", comment: "", best: "", chance: null, children: [], ...node }]));
  for (const node of nodes.values()) if (node.parent !== null) nodes.get(node.parent).children.push(node);
  const parentOf = (node) => (node.parent === null ? null : nodes.get(node.parent));
  let here = nodes.get(0);
  let timer = 0;

  function el(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "onclick") node.addEventListener("click", (event) => (event.detail && node.blur(), value(event))); // a mouse leaves the keys to the page
      else if (value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child || child === 0));
    return node;
  }

  function svg(tag, attributes) {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  const pathTo = (node) => {
    const path = [];
    for (let at = node; at; at = parentOf(at)) path.unshift(at);
    return path;
  };
  const lineThrough = (node) => {
    const line = pathTo(node);
    while (line.at(-1).children.length) line.push(line.at(-1).children[0]);
    return line;
  };

  /** The pieces on the board: kinds by place. */
  function stonesAt(node) {
    const stones = new Map();
    for (const one of pathTo(node)) {
      for (const place of one.off) stones.delete(place);
      for (const [place, kind] of one.put) stones.set(place, kind);
    }
    return stones;
  }

  const layer = svg("g", {});
  document.getElementById("board").append(layer);

  function drawBoard() {
    const [light, dark] = ["#fbfaf5", "#1d1b19"];
    layer.replaceChildren();
    const circle = (place, attributes) => {
      const [cx, cy] = game.places[place];
      layer.append(svg("circle", { cx, cy, ...attributes }));
    };
    for (const [place, kind] of stonesAt(here)) {
      const [fill, edge] = kind.toLowerCase() === "w" ? [light, dark] : [dark, light];
      circle(place, { r: game.radius, fill, stroke: "#4b3a22" });
      if (kind !== kind.toLowerCase()) circle(place, { r: game.radius * 0.6, fill: "none", stroke: edge, "stroke-width": 2.5 });
    }
    if (here.last !== undefined) circle(here.last, { r: game.radius * 0.3, fill: "#d35400" });
  }

  const colour = (side) => game.colours[side][0].toUpperCase() + game.colours[side].slice(1);
  const number = (node) => pathTo(node).length - 1;
  const head = (node) => (node.parent === null ? say("start") : `${number(node)}. ${colour(node.side)} ${node.text}${node.mark}`);

  function icon(name) {
    const box = svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, fill: "currentColor", stroke: "currentColor", "stroke-width": 2, "stroke-linejoin": "round", "aria-hidden": "true" });
    box.append(svg("path", { d: ICONS[name] }));
    return box;
  }

  const button = (name, onclick) => el("button", { type: "button", "aria-label": say(name), title: say(name), onclick }, icon(name));

  const step = (by) => {
    const line = lineThrough(here);
    go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(here) + by))]);
  };

  function branch(by) {
    const siblings = parentOf(here)?.children ?? [];
    const next = siblings[siblings.indexOf(here) + by];
    if (next) go(next);
  }

  function toggle() {
    if (timer) return pause();
    if (!here.children.length) go(nodes.get(0));
    timer = setInterval(() => (here.children.length ? show(here.children[0]) : pause()), MS_PLAY);
    return label();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    label();
  }

  function label() {
    const name = timer ? "pause" : "play";
    playButton.replaceChildren(icon(name));
    playButton.title = say(name);
    playButton.setAttribute("aria-label", say(name));
  }

  function go(node) {
    if (timer) pause();
    show(node);
  }

  const playButton = button("play", toggle);
  const now = el("p", { id: "now", role: "status" });
  const counts = el("p", { class: "soft" });
  const comment = el("p", { id: "comment" });
  const list = el("div", { id: "list", tabindex: "0", role: "region", "aria-label": say("moves") });
  const moves = new Map();

  function moveButton(node) {
    const one = el("button", { type: "button", onclick: () => go(node) }, node.text, node.mark && el("span", { class: "flaw", title: node.flaw }, node.mark), node.captures ? ` ×${node.captures}` : "");
    moves.set(node, one);
    return one;
  }

  /** The main line in two columns, with comments and variations between. */
  function mainLine() {
    let [row, turn, mover] = [null, 0, null];
    for (let node = nodes.get(0).children[0]; node; node = node.children[0]) {
      const begins = mover === null || (node.side === 0 && mover !== 0);
      if (begins) turn += 1;
      if (begins || !row || row.children.length > 2) {
        row = el("div", { class: "row" }, el("span", { class: "no" }, `${turn}.`));
        if (node.side === 1) row.append(el("span"));
        list.append(row);
      }
      mover = node.side;
      row.append(moveButton(node));
      const asides = parentOf(node).children.slice(1);
      if (node.comment) list.append(el("p", { class: "said" }, node.comment));
      for (const aside of asides) list.append(variation(aside, 1));
      if (node.comment || asides.length) row = null;
    }
  }

  function variation(first, depth) {
    const box = el("div", { class: "line-of" });
    for (let node = first; node; node = node.children[0]) {
      box.append(moveButton(node));
      if (node.comment) box.append(el("span", {}, ` ${node.comment} `));
      for (const other of node === first ? [] : parentOf(node).children.slice(1)) {
        if (depth < DEEPEST) box.append(variation(other, depth + 1));
      }
    }
    return box;
  }

  /** The chance of side 0 along the main line; a click goes there. */
  function graph() {
    const line = lineThrough(nodes.get(0));
    const known = line.map((node, x) => [x, node.chance]).filter(([, chance]) => chance !== null);
    if (known.length < 2) return null;
    const wide = Math.max(1, line.length - 1);
    const box = svg("svg", { id: "graph", viewBox: `0 0 ${wide} 100`, preserveAspectRatio: "none", role: "img", "aria-label": say("graph", { colour: colour(0) }) });
    const at = svg("line", { class: "at", y1: 0, y2: 100 });
    box.append(svg("line", { class: "half", x1: 0, x2: wide, y1: 50, y2: 50 }), svg("polyline", { class: "line", points: known.map(([x, chance]) => `${x},${100 - chance}`).join(" ") }), at);
    box.addEventListener("click", (event) => {
      const frame = box.getBoundingClientRect();
      go(line[Math.round(((event.clientX - frame.left) / frame.width) * wide)]);
    });
    box.follow = () => {
      const x = line.indexOf(here);
      at.setAttribute("visibility", x < 0 ? "hidden" : "visible");
      at.setAttribute("x1", Math.max(0, x));
      at.setAttribute("x2", Math.max(0, x));
    };
    return box;
  }

  function show(node) {
    moves.get(here)?.removeAttribute("aria-current");
    here = node;
    drawBoard();
    now.textContent = head(here);
    document.getElementById("board").setAttribute("aria-label", `${say("board")}: ${head(here)}`);
    const taken = [0, 1].map((side) => pathTo(here).reduce((sum, one) => sum + (one.side === side ? one.captures : 0), 0));
    const parts = taken.map((count, side) => count && say("captured", { colour: colour(side), count })).filter(Boolean);
    if (here.chance !== null) parts.push(say("chance", { colour: colour(0), percent: Math.round(here.chance) }));
    const best = here.mark && parentOf(here)?.best;
    if (best) parts.push(say("best", { moves: best }));
    counts.textContent = parts.join(" · ");
    comment.textContent = here.comment;
    picture?.follow();
    const mine = moves.get(here);
    mine?.setAttribute("aria-current", "true");
    const [seen, box] = [list.getBoundingClientRect(), mine?.getBoundingClientRect()];
    if (box && (box.top < seen.top || box.bottom > seen.bottom)) list.scrollTop += box.top - seen.top - seen.height / 2;
    if (!mine) list.scrollTop = 0;
  }

  const picture = graph();
  const players = game.players.map((name, side) => (name ? `${colour(side)}: ${name}` : "")).filter(Boolean).join(" · ");
  document.getElementById("side").append(
    ...[[players, game.result].filter(Boolean).join(" · "), game.about.join(" · ")].filter(Boolean).map((text) => el("p", { class: "soft" }, text)),
    el("div", { class: "nav" }, button("first", () => step(-1e6)), button("back", () => step(-1)), playButton, button("forward", () => step(1)), button("last", () => step(1e6))),
    now,
    counts,
    comment,
  );
  if (picture) document.getElementById("side").append(picture);
  document.getElementById("side").append(list, el("p", { class: "soft" }, say("keys")), el("p", { class: "soft" }, game.rules.join(" ")));
  if (nodes.get(0).children.length) mainLine();
  else list.append(say("none"));

  const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-1e6), End: () => step(1e6), ArrowUp: () => branch(-1), ArrowDown: () => branch(1), " ": toggle };
  addEventListener("keydown", (event) => {
    const onButton = event.target.closest?.("button") && event.key === " ";
    if (event.ctrlKey || event.altKey || event.metaKey || onButton || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  show(here);
})();
