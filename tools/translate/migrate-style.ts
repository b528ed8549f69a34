/** The CSS of the page `/migrate`, besides that of all pages. */
export const style = `
body { display: block; }
main { max-width: 1080px; margin: 0 auto; }
h2 { margin: 28px 0 8px; font-size: 18px; overflow-wrap: anywhere; }
h3 { margin: 18px 0 6px; font-size: 14px; color: var(--soft); }
pre, textarea { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0 0 12px; padding: 12px; max-height: 80vh; overflow: auto; background: var(--ground);
  border: 1px solid var(--line); border-radius: 8px; }
.sides pre, details pre { white-space: pre-wrap; overflow-wrap: anywhere; }
textarea { width: 100%; min-height: 110px; margin-bottom: 16px; padding: 11px 12px; color: inherit; background: transparent;
  border: 1px solid var(--field); border-radius: 8px; resize: vertical; }
textarea:focus-visible, pre:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.links { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 16px 0 0; font-size: 14px; }
.sides { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); }
.sides > div { min-width: 0; }
.verdict { padding: 10px 12px; border-radius: 8px; border: 1px solid var(--line); border-left: 6px solid var(--accent);
  color: var(--ink); font-weight: 600; }
.verdict.different { border-left-color: var(--bad); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 5px 8px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
summary { cursor: pointer; font-weight: 600; margin: 8px 0; }
`;
