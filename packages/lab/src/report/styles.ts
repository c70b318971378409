// The look of a report: one sheet, light and dark, nothing fetched.

export const STYLES = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d9dee3;--ground:#fff;--raised:#f6f8fa;--ours:#0b62d6;--o1:#c2410c;--o2:#15803d;--o3:#7e22ce;--o4:#8a6a00;--good:#15803d;--bad:#b42318;--tie:#6b7280}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4af;--line:#2f363d;--ground:#0f1317;--raised:#171c21;--ours:#6cb0ff;--o1:#ff9a5c;--o2:#5fd08a;--o3:#c79bff;--o4:#e0c04a;--good:#5fd08a;--bad:#ff8a80;--tie:#9aa4af}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1180px;margin:0 auto;padding:40px 24px 80px}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}h2{font-size:22px;margin:48px 0 8px}h3{font-size:17px;margin:28px 0 8px}
p{max-width:78ch;margin:8px 0}
.meta{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:10px 24px;margin:20px 0;padding:16px 20px;background:var(--raised);border:1px solid var(--line);border-radius:10px;font-size:14px}
.meta dt{color:var(--soft);font-size:12px}.meta dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:14px 0;border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}
th,td{padding:7px 12px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
thead th{background:var(--raised);font-weight:600}
tbody tr:last-child>*{border-bottom:0}
th:first-child{text-align:left;font-weight:500;position:sticky;left:0;background:var(--ground);white-space:normal;min-width:210px}
thead th:first-child{background:var(--raised)}
tr.ours>*{background:color-mix(in srgb,var(--ours) 10%,var(--ground))}tr.ours>th{font-weight:700}
td.best{font-weight:700}
td small{display:block;color:var(--soft);font-size:11.5px;font-weight:400}
.arrow{color:var(--soft)}b.ahead{color:var(--good)}b.behind{color:var(--bad)}b.tie{color:var(--tie)}
figure{margin:14px 0;padding:14px 16px 10px;border:1px solid var(--line);border-radius:10px}
figcaption{color:var(--soft);font-size:13px;margin-top:6px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(430px,1fr));gap:16px;align-items:start}
svg{width:100%;height:auto;display:block}
figure.wide{max-width:820px}.pair figure{max-width:680px}
.grid{stroke:var(--line);stroke-width:1}.tick,.label,.row{fill:var(--soft);font-size:11px}.row{fill:var(--ink);font-size:12.5px}.axis{fill:var(--ink);font-size:12px}
.curve{stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}.curve.ours{stroke-width:3}.curve.thin{stroke-width:1.4}
.ours{color:var(--ours)}tr.ours{color:inherit}.other-1{color:var(--o1)}.other-2{color:var(--o2)}.other-3{color:var(--o3)}.other-4{color:var(--o4)}
.bin{fill:currentColor;fill-opacity:.75}.model{fill:var(--ground);stroke:var(--soft);stroke-width:1.5}
.diagonal,.zero{stroke:var(--soft);stroke-dasharray:4 4}
.span{stroke:var(--tie);stroke-width:3;stroke-linecap:round}.span.ahead{stroke:var(--good)}.span.behind{stroke:var(--bad)}
.dot{fill:var(--tie)}.dot.ahead{fill:var(--good)}.dot.behind{fill:var(--bad)}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;margin-top:8px}.swatch{display:inline-block;width:18px;height:3px;border-radius:2px;background:currentColor;margin-right:7px;vertical-align:middle}
.legend span{color:var(--ink)}
ul.losses{padding-left:20px;max-width:90ch}ul.losses li{margin:5px 0}
.facts{color:var(--soft);font-size:14px}
details{margin:10px 0;font-size:14px}summary{cursor:pointer;color:var(--soft)}
dl.glossary{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;font-size:14px}dl.glossary dt{font-weight:600}dl.glossary dd{margin:0;color:var(--soft)}
@media print{.scroll{overflow:visible}main{max-width:none}}
`;
