#include "reports/page/style.hpp"

namespace bisect::page {
namespace {

// Colours: Okabe and Ito's palette, which the colour-blind can tell apart, darkened or lightened where
// it is text. A standing is never told by colour alone: its word stands beside it.
constexpr std::string_view k_style = R"css(
:root{color-scheme:light dark;--bg:#fff;--fg:#1a1f24;--soft:#57606a;--line:#d3d9df;--panel:#f5f7f9;
--good:#0072b2;--bad:#d55e00;--badtext:#a64500;--fast:#00785a;--open:#6b5b95;--link:#005f96;--halo:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#11161b;--fg:#e4e9ee;--soft:#a1acb7;--line:#333d47;
--panel:#1a2128;--good:#56b4e9;--bad:#f08a3c;--badtext:#f5a25d;--fast:#3fc49b;--open:#b9a6e6;
--link:#7cc4f0;--halo:#11161b}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.55 system-ui,-apple-system,"Segoe UI",
Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
header,main{max-width:1120px;margin:0 auto;padding:0 clamp(16px,4vw,40px)}
main{padding-bottom:64px}
header{display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:space-between;align-items:baseline;
padding-top:16px;padding-bottom:12px;border-bottom:1px solid var(--line)}
.origin{margin:0;color:var(--soft);font-size:14px}
nav{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:14px}
nav a{padding:4px 0}
a{color:var(--link);text-underline-offset:3px}
a:focus-visible,summary:focus-visible,button:focus-visible,[tabindex]:focus-visible{outline:3px solid
var(--link);outline-offset:2px}
.skip{position:absolute;left:-9999px;top:0;background:var(--bg);padding:8px 16px;z-index:2}
.skip:focus{left:8px}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.55rem,1.1rem + 2.4vw,2.5rem);letter-spacing:-.015em;margin:6px 0 20px}
h1.long{font-size:clamp(1.25rem,1rem + 1.2vw,1.6rem);letter-spacing:0;max-width:46ch}
.lede{font-size:1.125rem}
h2{font-size:1.5rem;margin:56px 0 12px;padding-top:20px;border-top:1px solid var(--line)}
h3{font-size:1.125rem;margin:36px 0 8px}
p{margin:10px 0;max-width:74ch}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em}
.verdict{margin:32px 0 0;font-size:14px;font-weight:600;letter-spacing:.04em;text-transform:uppercase;
color:var(--badtext)}
.verdict.none,.verdict.improvement{color:var(--fast)}
.verdict.undecided,.verdict.refused{color:var(--soft)}
.card{border-left:5px solid var(--bad);background:var(--panel);padding:14px 20px;margin:0 0 20px;
border-radius:0 6px 6px 0}
.card p{margin:4px 0}
.card .title{font-size:1.2rem;font-weight:600}
.by{color:var(--soft)}
.id{overflow-wrap:anywhere}
.files{list-style:none;margin:6px 0;padding:0;display:flex;flex-wrap:wrap;gap:6px}
.files li{min-width:0;background:var(--bg);border:1px solid var(--line);border-radius:4px;padding:0 8px}
.files code{overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:1px;margin:0 0
20px;background:var(--line);border:1px solid var(--line);border-radius:6px;overflow:hidden}
.tile{background:var(--bg);padding:14px 18px}
.tile dt,.tile dd{color:var(--soft);font-size:14px;margin:0}
.tile .figure{color:var(--fg);font-size:1.2rem;line-height:1.5;font-weight:600;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:14px;padding:6px 0}
th,td{text-align:left;font-weight:400;padding:5px 12px 5px 0;vertical-align:top}
thead th{color:var(--soft);font-size:13px;border-bottom:1px solid var(--line);vertical-align:bottom}
.num{text-align:right}
.scroll{overflow-x:auto;margin:12px 0;font-size:14px}
.scroll td,.scroll tbody th{border-bottom:1px solid var(--line)}
.frame{overflow-x:auto}
.download a{display:inline-block;padding:4px 0}
.strips{font-size:14px;margin:8px 0}
.strips tbody td,.strips tbody th{padding-top:0;padding-bottom:0;height:46px;vertical-align:middle}
.strips .who{min-width:270px}
.strips .picture{padding-right:16px;width:70%;min-width:220px;position:relative}
.strips .text{white-space:nowrap;text-align:right;padding-right:0;padding-left:14px}
.strips td[data-title*="["]{white-space:normal;min-width:215px}
.num{white-space:nowrap}
.strips svg{display:block;width:100%;height:46px;overflow:visible}
.of{display:block;margin-bottom:4px}
.axis{display:block;position:relative;height:20px;font-size:12px;color:var(--soft)}
.axis span{position:absolute;transform:translateX(-50%);white-space:nowrap}
.axis .first{transform:none;margin-left:-4px}
.axis .last{transform:translateX(-100%);margin-left:4px}
tbody .who{position:relative;padding-left:28px}
tbody .who::before{content:"";position:absolute;left:9px;top:0;bottom:0;border-left:2px solid var(--line)}
tbody .who::after{content:"";position:absolute;left:4px;top:50%;width:12px;height:12px;margin-top:-6px;
border-radius:50%;background:var(--c);border:2px solid var(--bg)}
tbody tr:first-child .who::before{top:50%}
tbody tr:last-child .who::before{bottom:50%}
.who code{font-weight:600}
.subject{display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical;overflow:hidden;
color:var(--soft);line-height:1.35}
.tag{font-size:12px;color:var(--c);font-weight:600}
.strips tr{--c:var(--soft)}
.strips tr.good{--c:var(--good)}
.strips tr.bad{--c:var(--bad)}
.strips tr.bad .tag{color:var(--badtext)}
.strips tr.fast{--c:var(--fast)}
.strips tr.open{--c:var(--open)}
.strips tr.named{background:var(--panel);box-shadow:inset 4px 0 0 var(--bad)}
.strips tr.named .subject{color:var(--fg)}
.strips tr.apart th,.strips tr.apart td{border-top:1px solid var(--line)}
.strips .note{height:34px;color:var(--soft);padding-left:28px;position:relative}
.strips .gap .note::before,.strips .hole .note::before{content:"";position:absolute;left:9px;top:0;bottom:0;
border-left:2px dotted var(--soft)}
.strips .hole .note{background:repeating-linear-gradient(135deg,var(--panel) 0 6px,var(--bg) 6px 12px)}
.strips .hole .note::before{border-left-style:dashed}
path{fill:none;vector-effect:non-scaling-stroke}
.grid{stroke:var(--line);stroke-width:1}
.zero{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}
.dots{stroke:var(--c,var(--good));stroke-width:4px;stroke-linecap:round;stroke-opacity:.38}
.beyond{stroke:var(--c);stroke-width:1.5}
.halo{stroke:var(--halo);stroke-width:7;stroke-linecap:round;stroke-opacity:.9}
.whisker{stroke:var(--c);stroke-width:2.5;stroke-linecap:round}
.centre{stroke:var(--c);stroke-width:11;stroke-linecap:round}
.box{stroke:var(--c);stroke-width:2;fill:var(--bg);fill-opacity:.55}
.median{stroke:var(--c);stroke-width:4}
figure{margin:12px 0}
.drift{--c:var(--good);padding-left:52px}
.plot{position:relative;height:200px;border-bottom:1px solid var(--line)}
.plot svg{display:block;width:100%;height:100%}
.ylabel{position:absolute;right:100%;margin-right:8px;transform:translateY(-50%);font-size:12px;
color:var(--soft);white-space:nowrap}
.drift .dots{stroke-width:3px;stroke-opacity:.28}
.trend{stroke:var(--fg);stroke-width:2;stroke-linejoin:round}
.edge{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 4}
.phases{position:relative;height:20px;font-size:12px;color:var(--soft)}
.phases span{position:absolute;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;padding:0 4px;
border-left:1px solid var(--line)}
figcaption{color:var(--soft);font-size:13px}
details{margin:10px 0}
summary{cursor:pointer;color:var(--link);padding:4px 0}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:12px 14px;margin:8px 0;
overflow-x:auto;line-height:1.45}
.command{position:relative}
.command pre{padding-right:92px;white-space:pre-wrap;overflow-wrap:anywhere}
.copy{position:absolute;top:6px;right:6px;font:600 13px system-ui,sans-serif;color:var(--link);
background:var(--bg);border:1px solid var(--line);border-radius:4px;padding:4px 10px;cursor:pointer}
.step{margin-bottom:0}
@media (max-width:1100px){
.strips,.strips tbody,.strips thead{display:block}
.strips tr{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;padding-top:8px;
position:relative}
.strips caption{display:block}
.strips tbody td,.strips tbody th{height:auto}
.strips .who{width:auto;flex:1 1 190px;min-width:0}
.strips .text{padding-left:28px;white-space:normal;text-align:left;padding-right:8px}
.strips td[data-title*="["]{min-width:0}
.strips tr.apart th,.strips tr.apart td{border-top:0}
.strips tbody .text[data-title]:not(:empty)::before{content:attr(data-title) " ";color:var(--soft)}
.strips tbody .text[data-title^="change"]::before,.strips tbody .text[data-title^="effect"]::before{content:""!important}
.strips .text:empty{display:none}
.strips .picture{order:9;flex:1 0 100%;min-width:0;padding:0}
.strips thead .who,.strips thead .text{position:absolute;left:-9999px}
.strips thead tr{padding:0}
.strips svg{height:34px}
.strips td.note{flex:1 0 100%}
tbody .who::before{display:none}
.strips tbody tr{border-bottom:1px solid var(--line)}
.tile{padding:10px 14px}
.tile .figure{font-size:1.15rem}
}
@media print{
:root{color-scheme:light}
body{font-size:11pt}
nav,.skip,.copy,.download{display:none}
h2{break-after:avoid;margin-top:24px}
tr,figure,.card,.tiles{break-inside:avoid}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
)css";

constexpr std::string_view k_script = R"js(
"use strict";
for (const box of document.querySelectorAll(".command")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(box.querySelector("code").textContent);
      button.textContent = "Copied";
    } catch (refused) {
      getSelection().selectAllChildren(box.querySelector("code"));
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  box.append(button);
}
)js";

constexpr std::string_view k_script_hash = "sha256-jSMyNi6oKUgUocSqF46rmj78emiEhU+DlYLzzqeM1T4=";

}  // namespace

std::string_view style_sheet() { return k_style; }

std::string_view script() { return k_script; }

std::string_view script_hash() { return k_script_hash; }

}  // namespace bisect::page
