/** Further CSS of the page about what is called and what will be switched off. */
export const retirementStyle = `
body { display: block; }
main { max-width: 1080px; margin: 0 auto; }
h2 { margin: 28px 0 8px; font-size: 18px; }
.wide { overflow-x: auto; margin-bottom: 16px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 5px 8px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { min-width: 9ch; }
td:first-child { min-width: 20ch; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.spark { width: 180px; height: 28px; color: var(--accent); }
.picture { overflow-x: auto; }
.picture svg { min-width: 600px; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
@media (prefers-color-scheme: dark) { .picture svg { filter: invert(0.88) hue-rotate(180deg); } }
form { display: grid; gap: 0 16px; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); align-items: end; }
button { margin-bottom: 16px; }
.today { font-size: 18px; color: var(--ink); }
details { margin: 24px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; }
details p { margin: 12px 0; }
summary { cursor: pointer; font-weight: 600; }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button.second { width: auto; color: var(--bad); background: transparent; border: 1px solid var(--bad); }
`;
