import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import type { CurrentPlan } from '../../retiring/current-plan.ts';
import { judge } from '../../retiring/judge.ts';
import type { Retirement } from '../../retiring/plan.ts';
import type { UsageLedger } from '../../retiring/usage-ledger.ts';

const dayMs = 86_400_000;
const minuteOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A retirement for programs, with its times in ISO 8601. */
export function planShown({ name, deprecatedMs, sunsetMs, brownouts, never, instead, notice }: Retirement): object {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    name,
    deprecated: iso(deprecatedMs),
    sunset: iso(sunsetMs),
    brownouts: brownouts.map(({ fromMs, untilMs }) => ({ from: iso(fromMs), until: iso(untilMs) })),
    never: [...never],
    instead,
    notice,
  };
}

/** Says whether there is a plan, and what it does now. */
export function planToday({ retirements, paused }: Pick<CurrentPlan, 'retirements' | 'paused'>, now: Date): string {
  if (retirements.length === 0) return 'There is no plan: nothing will be switched off.';
  const states = retirements.map((one) => stateIn(one, now.getTime(), false));
  const counted = (begin: string, is: string) => {
    const { length } = states.filter((state) => state.startsWith(begin));
    return length === 0 ? [] : [`${length} ${length === 1 ? 'is' : 'are'} ${is}`];
  };
  const all = [
    ...counted('off', 'off'),
    ...counted('brownout', 'off for a while'),
    ...counted('deprecated', 'deprecated'),
    ...counted('announced', 'announced'),
  ];
  const does = `The plan names ${retirements.length === 1 ? 'one part' : `${retirements.length} parts`} of the interfaces.`;
  return paused === null ? `${does} Today ${all.join(', ')}.` : `${does} ${pauseSentence(paused)}`;
}

/** What will be switched off, how long that is from now, and who still uses it. */
export function planPart({ retirements, paused }: CurrentPlan, ledger: UsageLedger, now: Date): Html {
  if (retirements.length === 0) return html``;
  const rows = retirements.map((one) => {
    const { calls, clients } = judge(ledger, ({ name }) => name === one.name);
    return html`<tr>
      <td>${one.name}</td>
      <td>${stateIn(one, now.getTime(), paused !== null)}</td>
      <td>${minuteOf(one.sunsetMs)}</td>
      <td>${untilThen(one.sunsetMs - now.getTime())}</td>
      <td class="number">${calls}</td>
      <td class="number">${clients.length}</td>
    </tr>`;
  });
  return html`<h2>Plan</h2>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>State</th>
            <th>Sunset</th>
            <th>Time left</th>
            <th class="number">Calls</th>
            <th class="number">Clients</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

function pauseSentence(paused: string): string {
  return paused === 'plan'
    ? 'The plan is paused by its file: nothing is switched off.'
    : `The plan is paused since ${minuteOf(Date.parse(paused))}: nothing is switched off.`;
}

/** @param isPaused whether what would be off is served nevertheless */
function stateIn({ deprecatedMs, sunsetMs, brownouts }: Retirement, nowMs: number, isPaused: boolean): string {
  const kept = isPaused ? 'kept by the pause: ' : '';
  if (nowMs >= sunsetMs) return `${kept}off`;
  const next = brownouts.find(({ untilMs }) => nowMs < untilMs);
  if (next && nowMs >= next.fromMs) return `${kept}brownout until ${minuteOf(next.untilMs)}`;
  const state = nowMs >= deprecatedMs ? 'deprecated' : 'announced';
  return next ? `${state}; brownout from ${minuteOf(next.fromMs)}` : state;
}

function untilThen(ms: number): string {
  if (ms <= 0) return 'over';
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor((ms % dayMs) / 3_600_000);
  return days > 0 ? `${days} ${days === 1 ? 'day' : 'days'}` : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
