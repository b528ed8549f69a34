import type { Format } from './formats/formats.ts';
import { asLast } from '@runners/wire';
import type { CountedParameters } from './row-names.ts';

type Uses = readonly string[] | null;
/** The entries of a call without what its document uses, and with it. */
type ByUse = [called?: string[], executed?: string[]];

/** The entries of the ledger for a row by format and class of status, which are made when they are first counted. */
export class RowEntries {
  readonly #label: string;
  readonly #byFormat: Partial<Record<Format, ByUse[]>> = {};
  /** The parameters whose values are counted, and their entries. */
  readonly #parameters: readonly (readonly [name: string, entries: ReadonlyMap<string, string>])[];

  constructor(label: string, parameters: CountedParameters) {
    this.#label = label;
    this.#parameters = Array.from(parameters, ([name, values]) => [
      name,
      new Map(Array.from(values, (value) => [value, `parameter\t${label}?${name}=${value}\t`])),
    ]);
  }

  /**
   * The entries of a call, the same object for each of its kind.
   * @param status 0 for an answer that was not completely written @param uses what its document uses; null if it was not executed
   */
  of(format: Format, status: number, uses: Uses): readonly string[] {
    const hundreds = Math.floor(status / 100);
    const ofClass = ((this.#byFormat[format] ??= [])[hundreds] ??= []);
    return (ofClass[uses ? 1 : 0] ??= [
      `row\t${this.#label}\t${format} ${hundreds === 0 ? 'aborted' : `${hundreds}xx`}`,
      ...(uses ?? []),
    ]);
  }

  /** The entries of the values that a query has of these parameters. @param read returns its fields; what it throws is the row's to refuse */
  valuesIn(read: () => Record<string, unknown>): string[] {
    if (this.#parameters.length === 0) return [];
    let fields: Record<string, unknown>;
    try {
      fields = read();
    } catch {
      return [];
    }
    return this.#parameters.flatMap(([name, entries]) => {
      const value = Object.hasOwn(fields, name) ? asLast(fields[name]) : undefined;
      return (typeof value === 'string' && entries.get(value.trim())) || [];
    });
  }
}
