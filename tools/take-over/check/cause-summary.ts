import type { Found } from '../bundle/read-records.ts';
import { kindOfFinding } from '../bundle/kind-of-finding.ts';

/** So many causes are told apart, and so many lines are named of each. */
const most = { causes: 500, lines: 3 };

interface Cause {
  severity: Found['severity'];
  /** What is printed: with numbers where all that was found has the same ones. */
  told: string | null;
  count: number;
  lines: number[];
  /** The records that are refused because they refer to one that is. */
  following: number;
}

/** What was found in a bundle, counted by its causes: what follows from a refused record counts for the cause of that refusal. */
export class CauseSummary {
  readonly #causes = new Map<string, Cause>();
  #others = 0;

  add({ severity, file, line, field, sentence, root }: Found): void {
    const kind = root ?? kindOfFinding(file, field, sentence);
    const key = `${severity} ${kind}`;
    let cause = this.#causes.get(key);
    if (!cause && this.#causes.size === most.causes) {
      this.#others++;
      return;
    }
    if (!cause) this.#causes.set(key, (cause = { severity, told: null, count: 0, lines: [], following: 0 }));
    if (root !== undefined) cause.following++;
    else {
      const told = kindOfFinding(file, field, sentence, true);
      cause.told = cause.count++ === 0 || cause.told === told ? told : kind;
      if (line !== null && cause.lines.length < most.lines) cause.lines.push(line);
    }
  }

  /** A line for each cause: faults before notes, and what takes most along first. */
  text(): string {
    const all = [...this.#causes].map(([key, cause]) => ({ ...cause, kind: key.slice(cause.severity.length + 1) }));
    const lines = all
      .sort((a, b) => Number(a.severity === 'note') - Number(b.severity === 'note') || weight(b) - weight(a))
      .map(
        ({ kind, severity, ...cause }) =>
          `${severity === 'note' ? 'note: ' : ''}${cause.told ?? kind}${placesOf(cause)}.\n`,
      );
    const others = this.#others === 0 ? '' : `There are ${shown(this.#others)} others of further kinds.\n`;
    return lines.join('') + others;
  }
}

const weight = ({ count, following }: Pick<Cause, 'count' | 'following'>) => count + following;
const shown = (count: number) => count.toLocaleString('en-US');

function placesOf({ count, lines, following }: Omit<Cause, 'severity' | 'told'>): string {
  const places = lines.length === 0 ? '' : `, in ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
  const more = count > lines.length && lines.length > 0 ? ' and others' : '';
  const taken =
    following === 0
      ? ''
      : `; ${shown(following)} ${following === 1 ? 'record that refers' : 'records that refer'} to it`;
  const along = following === 0 ? '' : ` ${following === 1 ? 'is' : 'are'} refused with it`;
  return ` (${count === 1 ? 'once' : `${shown(count)} times`}${places}${more}${taken}${along})`;
}
