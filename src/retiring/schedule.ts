import { clientNameIn } from '../platform/observability/client-name.ts';
import { Failure } from '../errors.ts';
import type { Brownout, Retirement } from './plan.ts';

/** Whether something is on for a client, in a brownout, or off for all. */
export type State = 'on' | 'off' | { brownout: Brownout };

/**
 * The state of something for a client at a moment, exact to the millisecond. It depends on nothing else, so that it is the same in every
 * process and after a restart.
 * @param client as `clientNamed` writes it
 */
export function stateOf(retirement: Retirement, client: string, nowMs: number): State {
  if (nowMs >= retirement.sunsetMs) return 'off';
  const brownout = retirement.brownouts.find(({ fromMs, untilMs }) => nowMs >= fromMs && nowMs < untilMs);
  if (!brownout) return 'on';
  return retirement.never.has(clientNameIn(client).key) ? 'on' : { brownout };
}

/** The day of a moment in UTC. */
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What people are told about something that will be switched off. */
export function reasonOf({ deprecatedMs, sunsetMs, instead }: Retirement): string {
  return `Deprecated since ${dayOf(deprecatedMs)}, and switched off on ${dayOf(sunsetMs)}.${instead === '' ? '' : ` ${instead}`}`;
}

/**
 * The failure with which a call is answered while something is off; null while it is on.
 * @param further a sentence about its successor
 */
export function refusalOf(retirement: Retirement, state: State, nowMs: number, further = ''): Failure | null {
  if (state === 'on') return null;
  const { name, sunsetMs, instead, notice } = retirement;
  const more = [instead, further, notice === null ? '' : `See ${notice}`].filter((one) => one !== '').join(' ');
  const said = (sentence: string) => `${sentence}${more === '' ? '' : ` ${more}`}`;
  if (state === 'off') return new Failure('RETIRED', said(`${name} was switched off on ${dayOf(sunsetMs)}.`));
  const { untilMs } = state.brownout;
  const sentence = said(
    `${name} is switched off until ${new Date(untilMs).toISOString().replace('.000Z', 'Z')}, to find who still uses it: it ends on ${dayOf(sunsetMs)}.`,
  );
  return new Failure('BROWNOUT', sentence, { retryAfter: Math.ceil((untilMs - nowMs) / 1000) });
}
