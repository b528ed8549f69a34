import type { Verdict } from '../retiring/judge.ts';
import type { UsageLedger } from '../retiring/usage-ledger.ts';

/** Fewer days say little about apps that are used once a month. */
const enoughDays = 30;

/** A verdict for people: whether something is safe to switch off, or which clients use it. @param rows whose documents use it */
export function writtenVerdict(
  name: string,
  { isSafe, calls, clients, apart }: Verdict,
  { from, until }: Pick<UsageLedger, 'from' | 'until'>,
  rows: readonly string[],
): string {
  if (isSafe === null || from === null) return `${name}: nothing can be said, because the ledger is empty.\n`;
  const days = Math.ceil((Date.parse(until) - Date.parse(from)) / 86_400_000);
  const span = `${days === 1 ? 'the last day' : `the last ${days} days`}, since ${from.slice(0, 10)}`;
  const lines = isSafe
    ? [`${name} is safe to switch off: no client has called it in ${span}.`]
    : [
        `${name} is not safe to switch off: ${clients.length === 1 ? 'one client has' : `${clients.length} clients have`} called it ${calls} times in ${span}.`,
        '',
        ...clients.flatMap((use) => [
          `  ${use.client}`,
          `    last call ${use.last}, ${use.calls} calls, ${(use.share * 100).toFixed(1)} %, trend ${use.trend}`,
          `    ${use.versions.length > 0 ? `versions ${use.versions.slice(0, 20).join(', ')}` : 'no version'}; ${use.details.join(', ')}`,
        ]),
      ];
  if (apart !== '') lines.push('', apart);
  if (isSafe && days < enoughDays)
    lines.push(`That is less than ${enoughDays} days: an app that is used once a month may not have called yet.`);
  if (rows.length > 0)
    lines.push('', `The documents of these REST rows use it, so that they have to change first: ${rows.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}
