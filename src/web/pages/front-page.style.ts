/** Further CSS of the first page. Its colors are those of all pages, for light and dark. */
export const frontStyle = `
main { min-width: 0; max-width: 760px; }
h1 { font-size: 30px; }
h2 { margin: 0 0 4px; font-size: 18px; }
.lead { font-size: 17px; color: var(--ink); }
nav { display: grid; grid-template-columns: repeat(2, 1fr); gap: 12px; margin: 20px 0 24px; }
a { color: var(--accent); }
.card { display: block; padding: 14px 16px; color: inherit; text-decoration: none; background: var(--ground);
  border: 1px solid var(--line); border-radius: 10px; }
.card strong { display: block; margin-bottom: 4px; color: var(--accent); }
.card span { color: var(--soft); font-size: 15px; }
.card:hover { border-color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
section { margin-top: 16px; padding: 16px; border: 1px solid var(--line); border-radius: 10px; }
section p { margin-bottom: 10px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 16px; margin: 0; }
dt { color: var(--soft); }
dd { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; margin: 0; overflow-wrap: anywhere; }
dd code { min-width: 0; font: 15px/1.5 ui-monospace, Menlo, Consolas, monospace; }
dd code, pre { user-select: all; }
.copy { width: auto; padding: 2px 10px; font-size: 13px; font-weight: 500; color: var(--accent); background: transparent;
  border: 1px solid var(--field); }
pre + .copy { margin: 8px 0 0; }
pre + p, .copy + p { margin-top: 14px; }
pre { margin: 0; padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border: 1px solid var(--line);
  border-radius: 8px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
footer { margin-top: 20px; font-size: 15px; }
@media (max-width: 640px) { nav, dl { grid-template-columns: 1fr; } main { padding: 22px 18px; } dt { margin-bottom: -6px; } }
`;
