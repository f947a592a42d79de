// What is wrong with the page as it stands: a list of sentences. Body of a function.
const complaints = [];
const say = (what, node) => {
  const where = node ? ` (${node.tagName} ${node.className.baseVal ?? node.className}: ` +
    `${(node.textContent || "").trim().slice(0, 40)})` : "";
  complaints.push(what + where);
};
const all = (selector) => [...document.querySelectorAll(selector)];

// Nothing may be wider than the window.
const width = document.documentElement.scrollWidth;
if (width > innerWidth) {
  say(`the page is ${width} px wide in a window of ${innerWidth} px`);
  for (const node of all("main *"))
    if (node.getBoundingClientRect().right > innerWidth + 1 && !node.closest(".scroll, .frame, pre"))
      say("sticks out", node);
}

// Contrast as WCAG 2.2 defines it (1.4.3 and 1.4.11).
const numbers = (color) => {
  const parts = color.match(/[\d.]+/g).map(Number);
  return parts.length === 3 ? [...parts, 1] : parts;
};
const luminance = ([r, g, b]) => {
  const linear = [r, g, b].map((v) => v / 255).map((v) =>
    v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const contrast = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};
const grounds = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    const painted = style.backgroundImage.match(/rgba?\([^)]*\)/g);
    if (painted) return painted.map(numbers);
    const color = numbers(style.backgroundColor);
    if (color[3] === 1) return [color];
    if (color[3] !== 0) say("a half-transparent ground", at);
  }
  return [[255, 255, 255, 1]];
};
const visible = (node) => node.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let texts = 0;
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const parent = node.parentElement;
  if (!node.data.trim() || parent.closest("script, svg") || !visible(parent)) continue;
  texts += 1;
  const style = getComputedStyle(parent);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  if (size < 12) say(`letters of ${size} px`, parent);
  for (const ground of grounds(parent)) {
    const ratio = contrast(numbers(style.color), ground);
    if (ratio < (large ? 3 : 4.5)) say(`text with a contrast of ${ratio.toFixed(2)}`, parent);
  }
}
if (texts < 20) say(`only ${texts} texts are visible`);
for (const mark of all("path.whisker, path.centre, path.median, path.box, path.trend, path.zero, path.beyond")) {
  const ratio = Math.min(...grounds(mark).map((g) => contrast(numbers(getComputedStyle(mark).stroke), g)));
  if (ratio < 3) say(`a ${mark.className.baseVal} with a contrast of ${ratio.toFixed(2)}`, mark.closest("tr"));
}

// Names and structure for those who do not see it.
if (!document.documentElement.lang) say("no language");
if (!document.title.trim()) say("no title");
for (const name of ["header", "nav", "main", "h1"])
  if (all(name).length !== 1) say(`${all(name).length} elements ${name}`);
let level = 0;
for (const heading of all("h1, h2, h3, h4")) {
  const next = Number(heading.tagName[1]);
  if (next > level + 1) say("a level of headings is left out", heading);
  level = next;
}
for (const region of all("section, nav, [role=region]")) {
  const by = region.getAttribute("aria-labelledby");
  const name = by ? document.getElementById(by)?.textContent : region.getAttribute("aria-label");
  if (!name?.trim()) say("a region without a name", region);
}
for (const picture of all("svg")) {
  const named = picture.getAttribute("role") === "img" && picture.querySelector("title")?.textContent.trim();
  if (!named && picture.getAttribute("aria-hidden") !== "true") say("a picture without a name", picture.closest("tr"));
}
for (const table of all("table")) {
  if (!table.caption?.textContent.trim()) say("a table without a caption", table);
  for (const cell of table.querySelectorAll("th")) if (!cell.scope) say("a heading of nothing", cell);
  for (const row of table.tBodies[0].rows)
    if (!row.querySelector("th") && row.cells.length > 1) say("a row without a heading", row);
}
for (const box of all("pre, .scroll"))
  if (box.scrollWidth > box.clientWidth && box.tabIndex < 0) say("scrolls, but not by keyboard", box);
const ids = all("[id]").map((node) => node.id);
if (new Set(ids).size !== ids.length) say("an id twice: " + ids);
for (const control of all("a, button, summary")) {
  if (!control.textContent.trim()) say("a control without a name", control);
  const box = control.getBoundingClientRect();
  if (visible(control) && box.height < 24) say(`a control ${box.height} px high`, control);
}
return complaints;
