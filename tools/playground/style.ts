/** The style of all pages of the playground. Colors follow the system, or the theme that was chosen in the editor. */
const colors = `
:root { color-scheme: light dark; --ink: light-dark(#1c2024, #eceff3); --soft: light-dark(#5b6470, #a5afbc);
  --ground: light-dark(#f4f5f7, #14171b); --card: light-dark(#fff, #1e2329); --line: light-dark(#d5dae1, #343b45);
  --field: light-dark(#8a94a2, #77818f); --accent: light-dark(#0b6bcb, #6db3f8); --on-accent: light-dark(#fff, #08213b);
  --mark: light-dark(#fde7e9, #4a2329); --mark-ink: light-dark(#8c1d18, #ffb4ab); --other: light-dark(#fdf1cf, #463a17); --bad: light-dark(#b3261e, #ff8a80);
  --owner: #2f6f8f; --friend: #3f7d55; --stranger: #7a5c3e; --blocked: #9b2c3a; --staff: #6a4fa3;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
:root.graphiql-light, :root:has(.graphiql-light) { color-scheme: light; }
:root.graphiql-dark, :root:has(.graphiql-dark) { color-scheme: dark; }
`;

const bar = `
.bar { display: flex; align-items: center; gap: 4px 20px; min-height: 44px; padding: 0 16px; box-sizing: border-box;
  background: var(--card); color: var(--ink); border-bottom: 1px solid var(--line);
  font: 15px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.bar nav { display: flex; gap: 4px; overflow-x: auto; flex: 1; }
.bar a { padding: 6px 10px; border-radius: 7px; color: var(--soft); text-decoration: none; white-space: nowrap; }
.bar a:hover { color: var(--ink); }
.bar .home { padding-left: 0; color: var(--ink); font-weight: 700; }
.bar a[aria-current] { background: var(--ground); color: var(--ink); font-weight: 600; }
.bar .as { color: var(--soft); white-space: nowrap; font-size: 14px; }
.bar select { padding: 5px 8px; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--field);
  border-radius: 7px; }
.bar a:focus-visible, .bar select:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
@media (max-width: 720px) {
  .bar { flex-wrap: wrap; padding: 4px 10px; }
  .bar nav { gap: 0; }
  .bar a { padding: 6px 7px; font-size: 14px; }
  .bar:has(button) nav { flex: 1 0 100%; }
  .bar .as { width: 100%; font-size: 13px; }
  .bar button + .as { width: auto; }
}
`;

/**
 * The editor below the bar. What advertises the makers of the editor is hidden, and so are a panel and options that only other
 * servers understand.
 */
const editor = `
body:has(.bar) #ruru-root { height: calc(100dvh - 45px); }
body:has(.graphiql-container) { display: flex; flex-direction: column; height: 100dvh; overflow: hidden; }
body:has(.graphiql-container) #ruru-root { flex: 1; min-height: 0; height: auto; }
body .graphiql-container { --color-primary: 209, 89%, 43% !important; }
body.graphiql-dark .graphiql-container { --color-primary: 209, 75%, 58% !important; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
.graphiql-container button:focus-visible, .graphiql-container [role=tab]:focus-visible, .graphiql-container [tabindex="0"]:focus-visible {
  outline: 3px solid var(--accent) !important; outline-offset: -3px; }
.graphiql-container .monaco-editor .line-numbers { color: var(--soft) !important; opacity: 1; }
/* Only the chosen tab has the sign that closes it, so that all tabs have room. */
.graphiql-tab { flex-shrink: 0; }
.graphiql-tab:not(.graphiql-tab-active) .graphiql-tab-close { display: none; }
.graphiql-tab:not(.graphiql-tab-active) .graphiql-tab-button { padding-inline: 9px; }
.ruru-footer, .graphiql-logo, .graphiql-sidebar button[aria-label$=" Explain"],
.graphiql-dropdown-item[title]:not([title="Condensed"]) { display: none !important; }
#answer-facts { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: start; flex: none; max-height: 40%; overflow: auto; padding: 6px 10px;
  border-top: 1px solid var(--line); color: var(--ink); background: var(--card); font: 13px/1.5 system-ui, sans-serif; }
#answer-facts pre { margin: 4px 0; font: 12px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
#answer-facts summary { cursor: pointer; font-variant-numeric: tabular-nums; }
#answer-facts ul { margin: 4px 0; padding-left: 18px; }
.why, #answer-facts button { padding: 0 7px; font: 12px/1.6 system-ui, sans-serif; color: var(--accent); background: var(--card);
  border: 1px solid var(--field); border-radius: 6px; cursor: pointer; }
.page button.why { padding: 0 7px; margin-left: 8px; font: 12px/1.6 system-ui, sans-serif; color: var(--accent); background: var(--card);
  border: 1px solid var(--field); text-indent: 0; }
.explained { max-width: min(640px, calc(100vw - 24px)); box-sizing: border-box; padding: 18px 20px; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  font: 14px/1.5 system-ui, sans-serif; }
.explained h2 { margin: 0 0 10px; font-size: 19px; line-height: 1.35; }
.explained h3 { margin: 14px 0 2px; font-size: 14px; }
.explained p { margin: 0 0 4px; }
.explained ul { margin: 4px 0 8px; padding-left: 20px; }
.explained mark { padding: 1px 4px; background: var(--mark); color: var(--mark-ink); border-radius: 4px; }
.page .explained summary, .explained summary { justify-content: flex-start; margin: 8px 0; color: var(--accent); cursor: pointer; }
.explained .close { margin-top: 12px; }
.bar button { padding: 5px 12px; font: inherit; font-size: 14px; color: var(--accent); background: transparent; border: 1px solid var(--field);
  border-radius: 7px; cursor: pointer; white-space: nowrap; }
.bar button:focus-visible, .explained :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.explained button { padding: 5px 12px; font: inherit; color: var(--accent); background: transparent; border: 1px solid var(--field);
  border-radius: 7px; cursor: pointer; }
.examples, .snippets { width: min(640px, calc(100vw - 24px)); max-height: 86vh; box-sizing: border-box; }
.examples input[type=search], .snippets select { padding: 7px 10px; font: inherit; color: var(--ink); background: var(--card);
  border: 1px solid var(--field); border-radius: 7px; }
.examples .head { position: sticky; top: -18px; display: flex; gap: 10px; margin: 0 -20px; padding: 10px 20px; background: var(--card); }
.examples input[type=search] { flex: 1; min-width: 0; }
.examples ul { margin: 0; padding: 0; list-style: none; }
.examples li button { width: 100%; padding: 6px 8px; text-align: left; color: var(--ink); border: 0; }
.examples li button:hover { background: var(--ground); }
.examples li span, .examples li label { color: var(--soft); }
.examples li label { margin: 0 8px; font-size: 13px; }
.snippets pre { max-height: 56vh; padding: 12px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border-radius: 8px; font: 13px/1.5 var(--mono); }
/* Comments in the dark: the color of the editor is too faint. */
@media (prefers-color-scheme: dark) { body:not(.graphiql-light) .monaco-editor .mtk8 { color: #8fbf7f; } }
@media (max-width: 720px) {
  #graphiql-session { flex-direction: column; }
  #graphiql-session > .graphiql-horizontal-drag-bar { display: none; }
  #graphiql-session > .graphiql-editors { flex: 1.2 1 0 !important; min-height: 0; }
  #graphiql-session > .graphiql-response { flex: 1 1 0 !important; min-height: 0; border-top: 1px solid var(--line); }
  .graphiql-container .graphiql-sidebar { width: 34px; }
}
`;

const page = `
.page { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.page * { box-sizing: border-box; }
.page main { padding: 18px 20px 32px; max-width: 1760px; margin: 0 auto; }
.page h1 { margin: 0 0 4px; font-size: 21px; line-height: 1.3; }
.page h2 { margin: 0 0 6px; font-size: 16px; }
.page h3 { margin: 10px 0 4px; font-size: 13px; color: var(--soft); font-weight: 600; }
.page p { margin: 0 0 10px; overflow-wrap: anywhere; }
.page .soft, .lead { color: var(--soft); }
.lead { max-width: 90ch; min-height: 1.5em; }
.panel { margin-bottom: 16px; padding: 14px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.page label { display: block; margin-bottom: 3px; font-size: 13px; font-weight: 600; }
.page label .soft { font-weight: 400; }
.page select, .page input, .page textarea { width: 100%; padding: 8px 9px; font: inherit; color: var(--ink);
  background: var(--card); border: 1px solid var(--field); border-radius: 8px; }
.page .bar select { width: auto; }
.page textarea { font: 13px/1.5 var(--mono); resize: vertical; white-space: pre; overflow: auto; }
.page button { padding: 9px 16px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0;
  border-radius: 8px; cursor: pointer; }
.page button:disabled { opacity: 0.55; cursor: default; }
.page button.quiet { padding: 3px 10px; color: var(--accent); background: transparent; border: 1px solid var(--line);
  font-size: 13px; }
.page :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.page pre { margin: 0; padding: 10px 12px; max-height: 44vh; overflow: auto; background: var(--ground); border-radius: 8px;
  font: 12.5px/1.5 var(--mono); tab-size: 2; }
.page pre.short { max-height: 16vh; }
.page [role=alert] { padding: 10px 12px; border-left: 4px solid var(--bad); background: var(--card); }
.field { margin-bottom: 10px; }
.pair { display: flex; flex-wrap: wrap; gap: 0 12px; }
.pair > * { flex: 1 1 150px; }
.pair select { min-width: max-content; }
`;

const people = `
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-bottom: 10px; }
.row label { margin: 0; }
.row select { width: auto; flex: 0 1 340px; min-width: 0; }
.editors { display: grid; grid-template-columns: 2fr 1fr; gap: 12px; }
.editors textarea { height: 236px; }
.columns { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 12px; align-items: start; }
.columns article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.columns header { display: flex; gap: 10px; align-items: center; padding: 12px; }
.columns h2, .columns header p { margin: 0; line-height: 1.3; }
.columns header p, .columns footer { color: var(--soft); font-size: 13px; }
.columns footer { padding: 8px 12px; border-top: 1px solid var(--line); }
.columns pre { border-radius: 0; max-height: 60vh; padding: 10px 0; }
.columns pre span, .columns pre mark { display: block; padding: 0 12px 0 calc(12px + 2ch + var(--depth) * 1ch); text-indent: -2ch;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.columns pre mark { background: var(--other); color: inherit; }
.columns pre mark.withheld { background: var(--mark); color: var(--mark-ink); }
.columns .refused { margin: 0; padding: 8px 12px; background: var(--mark); color: var(--mark-ink); font-size: 13px; }
.badge { flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; color: #fff;
  font-weight: 700; }
${['owner', 'friend', 'stranger', 'blocked', 'staff'].map((role) => `.badge.${role} { background: var(--${role}); }`).join('\n')}
@media (max-width: 1080px) {
  .columns { grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); }
}
@media (max-width: 720px) {
  .page main { padding: 12px 10px 24px; }
  .editors { grid-template-columns: 1fr; }
  .editors textarea { height: 150px; }
}
`;

const sides = `
.sides { display: grid; grid-template-columns: minmax(300px, 420px) minmax(0, 1fr); gap: 20px; }
.sides h1 { margin-bottom: 12px; }
.answer section { margin-bottom: 14px; padding: 12px 14px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; }
.request { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; }
.page code { font: 13px/1.4 var(--mono); overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(104px, 1fr)); gap: 10px; margin: 0 0 14px; }
.figures div { padding: 9px 12px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.figures dt { color: var(--soft); font-size: 12px; }
.figures dd { margin: 0; font-size: 19px; font-weight: 650; line-height: 1.3; font-variant-numeric: tabular-nums; }
.page details { border-top: 1px solid var(--line); }
.page details pre { white-space: pre-wrap; }
.page summary { display: flex; justify-content: space-between; gap: 12px; padding: 7px 4px; cursor: pointer; }
.page summary::before { content: "▸"; color: var(--soft); }
.page details[open] > summary::before { content: "▾"; }
.page summary code { flex: 1; }
.page summary span { color: var(--soft); font-variant-numeric: tabular-nums; }
#state { margin-top: 10px; }
.acts { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-bottom: 10px; }
.events { display: grid; gap: 10px; margin: 0; padding: 0; list-style: none; }
.events li { padding: 10px 12px; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--accent);
  border-radius: 10px; }
.events p { margin: 0 0 6px; font-size: 13px; }
.events:empty::after { content: "Nothing yet. Let somebody do something."; color: var(--soft); }
@media (min-width: 861px) { .sides > :first-child { position: sticky; top: 12px; align-self: start; max-height: calc(100dvh - 24px);
  overflow: auto; } }
@media (max-width: 860px) { .sides { grid-template-columns: minmax(0, 1fr); } }
`;

/** The style sheet of the playground. */
export const style = [colors, bar, editor, page, people, sides].join('');
