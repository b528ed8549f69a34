/** Further CSS of the page at `/import`. */
export const importStyle = `
[hidden] { display: none !important; }
main { min-width: 0; max-width: 640px; }
h2 { margin: 24px 0 4px; font-size: 18px; }
label.check { display: flex; gap: 10px; align-items: center; margin-bottom: 16px; font-weight: 400; }
label.check input { width: 20px; height: 20px; margin: 0; }
select { width: 100%; margin-bottom: 8px; padding: 11px 12px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: 8px; }
#files { margin-bottom: 8px; border-style: dashed; }
progress { width: 100%; height: 12px; margin: 0 0 8px; accent-color: var(--accent); }
#cancel, #more { width: auto; padding: 9px 16px; color: var(--accent); background: transparent; border: 1px solid var(--field); }
ol { margin: 16px 0; padding: 0; list-style: none; }
li { display: flex; gap: 14px; align-items: center; padding: 10px 0; border-top: 1px solid var(--line); }
li svg, li .map { flex: none; width: 96px; height: 72px; background: var(--ground); border-radius: 8px; }
li div { min-width: 0; }
li p { margin: 0; font-size: 15px; }
li p:empty { display: none; }
li .title { color: var(--ink); font-weight: 600; font-size: 16px; }
li.refused .outcome { color: var(--bad); }
svg polyline { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
svg circle { fill: var(--ink); }
select:focus-visible, h2:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
