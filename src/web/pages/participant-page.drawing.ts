import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { number } from './participant-page.texts.ts';

/**
 * The progress to a goal as a ring. Colors and strokes are attributes and classes, because the page allows no inline
 * styles.
 */
export function progressRing(miles: number, goal: number): Html {
  const percent = Math.floor((miles / goal) * 100);
  const drawn = Math.min(100, (miles / goal) * 100);
  const arc =
    drawn > 0
      ? html`<circle
          class="done"
          cx="100"
          cy="100"
          r="86"
          pathLength="100"
          stroke-dasharray="${drawn.toFixed(2)} 100"
          transform="rotate(-90 100 100)"
        />`
      : html``;
  return html`<svg
    class="ring"
    viewBox="0 0 200 200"
    role="img"
    aria-label="${number(miles)} of ${number(goal)} miles, ${percent} percent"
  >
    <circle class="whole" cx="100" cy="100" r="86" />
    ${arc}
    <text x="100" y="106" class="percent">${number(percent)}%</text>
    <text x="100" y="132" class="of">of ${number(goal)} miles</text>
  </svg>`;
}

/** A bar below a run. `share` is relative to the longest run. */
export function runBar(share: number): Html {
  return html`<svg class="bar" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="100" height="2" />
    <rect class="done" width="${(share * 100).toFixed(2)}" height="2" />
  </svg>`;
}

/** Phones show one column. From 560 pixels on, the ring and the figures are side by side. */
export const pageStyle = `
body { place-items: start center; }
main { max-width: 640px; margin: 8px 0 24px; }
h1 { font-size: 26px; overflow-wrap: anywhere; }
h2 { margin: 28px 0 4px; font-size: 17px; }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.event strong { color: var(--ink); white-space: nowrap; }
.words { margin-top: 20px; color: var(--ink); white-space: pre-line; }
.figures { display: grid; gap: 20px; justify-items: center; }
.ring { width: 100%; max-width: 220px; }
.ring circle { fill: none; stroke-width: 18; }
.ring .whole { stroke: var(--line); }
.ring .done { stroke: var(--accent); stroke-linecap: round; }
.ring text { text-anchor: middle; fill: var(--soft); font-size: 15px; }
.ring .percent { fill: var(--ink); font-size: 40px; font-weight: 700; }
dl { width: 100%; margin: 0; }
dl div { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; padding: 8px 0;
  border-bottom: 1px solid var(--line); }
dl div:last-child { border-bottom: 0; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; }
.total { font-size: 24px; color: var(--accent); }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 12px;
  padding: 9px 0; border-bottom: 1px solid var(--line); }
li:last-child { border-bottom: 0; }
li span { flex: 1 1 0; min-width: 0; overflow-wrap: anywhere; }
li b { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
small { color: var(--soft); white-space: nowrap; }
.bar { width: 100%; height: 4px; margin-top: 6px; border-radius: 2px; }
.bar .whole { fill: var(--line); }
.bar .done { fill: var(--accent); }
@media (min-width: 560px) { .figures { grid-template-columns: 220px 1fr; gap: 32px; align-items: center; } }
`;
