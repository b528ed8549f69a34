import { deviations } from '../../../rest-compat/contract/deviations.ts';
import type { Deviation } from '../../../rest-compat/contract/deviation.ts';
import { modules } from '../../../rest-compat/contract/modules.ts';
import { httpForms } from '../../../rest-compat/errors.ts';
import type { FailureCode } from '../../../src/errors.ts';
import { rulings } from '../../translate/comparison/compare-answers.ts';
import type { Ruling } from '../../translate/comparison/compare-answers.ts';
import type { Found, Outcome } from '../replay/replay.ts';
import { formOfChange } from './change-form.ts';
import { ruleFor } from './owner-rules.ts';
import type { OwnerRule } from './owner-rules.ts';

/** What of a row, a format and a status was equal, and what was not. */
export interface Cell {
  row: string;
  format: string;
  status: number;
  equal: number;
  explained: number;
  different: number;
}

/** A difference of many exchanges: the same field at the same path, which has changed in the same form. */
export interface Cause extends Omit<Found, 'recorded' | 'answered' | 'path'> {
  row: string;
  /** How it has changed (`formOfChange`). */
  form: string;
  /** What an app notices that relies on it. */
  notices: string;
  count: number;
  examples: { source: string; call: string; recorded: string; answered: string }[];
  /** Decisions of ours of which it may be the effect. */
  decisions: string[];
}

/** What an app notices of a difference, first what no app can miss. */
const noticed = [
  [({ at }: Found) => at === 'status', 'The call succeeds or fails otherwise.'],
  [({ what }: Found) => what === 'unreadable' || what === 'type', 'What it reads is of another type.'],
  [({ what }: Found) => what === 'missing', 'What it reads is not there.'],
  [({ what }: Found) => what === 'length' || what === 'order', 'A list has other things, or another order.'],
  [({ at }: Found) => at.startsWith('header'), 'A header is another one.'],
  [() => true, 'It shows another value.'],
] as const;
const noticeOf = (found: Found) => noticed.find(([is]) => is(found))![1];
const rankOf = ({ notices }: Cause) => noticed.findIndex(([, notice]) => notice === notices);

/** Whether an answer of this service has a field in addition, of which no app knows. */
const isAddition = ({ at, what, by }: Found) => what === 'added' && by !== 'GraphQL' && at.startsWith('body.');

/** Everything that a run has found. It is what `report.json` has. */
export interface Report {
  exchanges: number;
  equal: number;
  explained: number;
  different: number;
  cells: Cell[];
  causes: Cause[];
  /** Causes that were not listed, because there were too many. */
  furtherCauses: number;
  rules: { rule: OwnerRule; count: number }[];
  rulings: { says: string; count: number }[];
  /** Fields that answers have here in addition. */
  added: { at: string; count: number }[];
  noise: { at: string; count: number }[];
  writesNotPlayed: { row: string; count: number }[];
  leftOut: { why: string; count: number }[];
  notes: { note: string; count: number }[];
  withoutTwin: { why: string; count: number }[];
  neverSeen: { rows: string[]; formats: string[]; statuses: string[] };
}

const mostCauses = 10_000;
const mostExamples = 3;

/** A count by a text. Texts above a number are counted together. */
class Counts {
  readonly #counts = new Map<string, number>();
  add(text: string, count = 1): void {
    const key = this.#counts.has(text) || this.#counts.size < mostCauses ? text : 'others';
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }
  list(): { text: string; count: number }[] {
    return [...this.#counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  }
}

/** Adds up what came of the exchanges of a run. */
export class ReportCounts {
  readonly #rules: readonly OwnerRule[];
  readonly #used = new Map<OwnerRule, number>();
  readonly #cells = new Map<string, Cell>();
  readonly #causes = new Map<string, Cause>();
  readonly #rulings = new Map<Ruling, number>();
  readonly #added = new Counts();
  readonly #noise = new Counts();
  readonly #writes = new Counts();
  readonly #leftOut = new Counts();
  readonly #notes = new Counts();
  readonly #withoutTwin = new Counts();
  #furtherCauses = 0;
  #exchanges = 0;

  constructor(rules: readonly OwnerRule[]) {
    this.#rules = rules;
  }

  leftOut(why: string): void {
    this.#leftOut.add(why);
  }

  /** Adds an outcome. Returns the causes that were not known before. */
  add(outcome: Outcome): Cause[] {
    this.#exchanges++;
    const { exchange, row, format, status, found, noise, withoutTwin } = outcome;
    for (const note of exchange.notes) this.#notes.add(note);
    if (found === null) {
      this.#writes.add(row);
      return [];
    }
    for (const [rule, count] of outcome.rulings) this.#rulings.set(rule, (this.#rulings.get(rule) ?? 0) + count);
    for (const { at } of noise) this.#noise.add(`${row} ${at}`);
    if (withoutTwin !== null) this.#withoutTwin.add(withoutTwin);
    const fresh: Cause[] = [];
    let isDifferent = false;
    for (const one of found) {
      const rule = ruleFor(this.#rules, outcome, one);
      if (rule) this.#used.set(rule, (this.#used.get(rule) ?? 0) + 1);
      else if (isAddition(one)) this.#added.add(`${row} ${one.at}`);
      else {
        isDifferent = true;
        const cause = this.#cause(outcome, one);
        if (cause) fresh.push(cause);
      }
    }
    const key = `${row}\n${format}\n${status}`;
    const cell = this.#cells.get(key) ?? { row, format, status, equal: 0, explained: 0, different: 0 };
    cell[isDifferent ? 'different' : found.length > 0 ? 'explained' : 'equal']++;
    this.#cells.set(key, cell);
    return fresh;
  }

  #cause({ exchange, row }: Outcome, found: Found): Cause | null {
    const { at, what, by, recorded, answered } = found;
    const form = formOfChange(recorded, answered);
    const key = `${row}\n${at}\n${what}\n${by}\n${form}`;
    const known = this.#causes.get(key);
    if (!known && this.#causes.size >= mostCauses) {
      this.#furtherCauses++;
      return null;
    }
    const decisions = decisionsFor(row, at, answered);
    const cause = known ?? { row, at, what, by, form, notices: noticeOf(found), count: 0, examples: [], decisions };
    cause.count++;
    const { method, url } = exchange.call;
    if (cause.examples.length < mostExamples) {
      const call = `${method} ${url.replaceAll(/(api_key|username|token|password)=[^&]*/g, '$1=…')}`.slice(0, 300);
      cause.examples.push({ source: exchange.source, call, ...withoutSecrets(at, recorded, answered) });
    }
    this.#causes.set(key, cause);
    return known ? null : cause;
  }

  report(): Report {
    const cells = [...this.#cells.values()];
    const sum = (name: 'equal' | 'explained' | 'different') => cells.reduce((all, cell) => all + cell[name], 0);
    const listed = <Name extends string>(counts: Counts, name: Name) =>
      counts.list().map(({ text, count }) => ({ [name]: text, count })) as (Record<Name, string> & { count: number })[];
    return {
      exchanges: this.#exchanges,
      equal: sum('equal'),
      explained: sum('explained'),
      different: sum('different'),
      cells,
      causes: [...this.#causes.values()].sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count),
      furtherCauses: this.#furtherCauses,
      rules: this.#rules.map((rule) => ({ rule, count: this.#used.get(rule) ?? 0 })),
      rulings: [...this.#rulings].map(([rule, count]) => ({ says: rulings[rule], count })),
      added: listed(this.#added, 'at'),
      noise: listed(this.#noise, 'at'),
      writesNotPlayed: listed(this.#writes, 'row'),
      leftOut: listed(this.#leftOut, 'why'),
      notes: listed(this.#notes, 'note'),
      withoutTwin: listed(this.#withoutTwin, 'why'),
      neverSeen: neverSeen(cells),
    };
  }
}

function withoutSecrets(at: string, recorded: string, answered: string) {
  return /(?:api_key|username|token|password)$/.test(at) ? { recorded: '…', answered: '…' } : { recorded, answered };
}

/** The deviations of a row that name the field, the header, or the status that is answered. */
function decisionsFor(row: string, at: string, answered: string): string[] {
  const field = at.split('.').at(-1)?.replace('header ', '').replaceAll('[]', '') ?? '';
  const names = new RegExp(at === 'status' ? String.raw`\b${answered}\b` : `\`${field}\``, 'i');
  return Object.entries(deviations as Record<string, Deviation>)
    .filter(([, { rows, says, does }]) => rows.includes(row) && names.test(says + does))
    .map(([name, { decision }]) => `${name} (${decision})`);
}

function neverSeen(cells: readonly Cell[]): Report['neverSeen'] {
  const rows = Object.entries(Object.assign({}, ...Object.values(modules)) as (typeof modules)[string]);
  const seen = (test: (cell: Cell) => boolean) => cells.some(test);
  return {
    // Rows that differ in their parameters only are one.
    rows: rows
      .map(([label]) => label)
      .filter((label) => !seen(({ row }) => row === label || row === label.split('?')[0])),
    formats: ['json', 'xml', 'yaml', 'gpx', 'text'].filter((one) => !seen(({ format }) => format === one)),
    statuses: rows.flatMap(([label, { answers, errors = {} }]) => {
      const failures = Object.keys(errors).map((code) => httpForms[code as FailureCode].status);
      return [...new Set([...answers.map(({ status }) => status), ...failures])]
        .filter(
          (one) => seen(({ row }) => row === label) && !seen(({ row, status }) => row === label && status === one),
        )
        .map((one) => `${label}: ${one}`);
    }),
  };
}
