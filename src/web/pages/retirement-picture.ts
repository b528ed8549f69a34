import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import type { LedgerEntry } from '../../retiring/usage-ledger.ts';

const dayMs = 86_400_000;
const size = { width: 900, height: 300, left: 64, right: 20, top: 48, bottom: 36 } as const;
/** Colors that are told apart on paper and by people who see few colors. */
const colors = ['#0b6bcb', '#b3541e'] as const;

/** Days in their order, of which the last is that of a moment. */
export function daysUntil(until: string, count: number): string[] {
  const last = Date.parse(`${until.slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * dayMs).toISOString().slice(0, 10));
}

/** The calls of entries on each of these days. */
export function callsOn(days: readonly string[], entries: readonly LedgerEntry[]): number[] {
  const at = new Map(days.map((day, index) => [day, index]));
  const calls = days.map(() => 0);
  for (const { times } of entries)
    for (const [time, count] of Object.entries(times)) {
      const index = at.get(time.slice(0, 10));
      if (index !== undefined) calls[index] = (calls[index] ?? 0) + count;
    }
  return calls;
}

/** A small line, such as one of a table. */
export function sparkline(calls: readonly number[], label: string): Html {
  return html`<svg class="spark" viewBox="0 0 180 28" role="img" aria-label="${label}">
    <polyline
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      points="${pointsOf(calls, { x: 0, y: 2, width: 180, height: 24 })}"
    />
  </svg>`;
}

/** Lines of calls by day with their names, as a picture that can be sent: everything in it is drawn in attributes. */
export function picture(
  title: string,
  days: readonly string[],
  lines: Readonly<Record<string, readonly number[]>>,
): Html {
  const { width, height, left, right, top, bottom } = size;
  const area = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  const most = Math.max(1, ...Object.values(lines).flat());
  const drawn = Object.entries(lines).map(([name, calls], index) => {
    const color = colors[index % colors.length] ?? '';
    return html`<polyline fill="none" stroke="${color}" stroke-width="2" points="${pointsOf(calls, area, most)}" />
      <text x="${left + 160 * index}" y="${top - 10}" fill="${color}" font-size="14">${name}</text>`;
  });
  const bottomLine = top + area.height;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${title}"
    font-family="system-ui, sans-serif"
  >
    <rect width="${width}" height="${height}" fill="#ffffff" />
    <text x="${left}" y="20" font-size="17" fill="#1c2024">${title}</text>
    <line x1="${left}" y1="${bottomLine}" x2="${width - right}" y2="${bottomLine}" stroke="#8a94a2" />
    <text x="${left - 8}" y="${top + 5}" text-anchor="end" font-size="12" fill="#5b6470">${most}</text>
    <text x="${left - 8}" y="${bottomLine}" text-anchor="end" font-size="12" fill="#5b6470">0</text>
    <text x="${left}" y="${height - 12}" font-size="12" fill="#5b6470">${days[0] ?? ''}</text>
    <text x="${width - right}" y="${height - 12}" text-anchor="end" font-size="12" fill="#5b6470">
      ${days.at(-1) ?? ''}
    </text>
    ${drawn}
  </svg>`;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function pointsOf(calls: readonly number[], { x, y, width, height }: Area, most = Math.max(1, ...calls)): string {
  const step = width / Math.max(1, calls.length - 1);
  return calls
    .map((count, i) => `${(x + i * step).toFixed(1)},${(y + height * (1 - count / most)).toFixed(1)}`)
    .join(' ');
}
