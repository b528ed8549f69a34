import type { Format } from './formats/formats.ts';
import { readQuery } from './formats/form.ts';
import { asLast } from './formats/untyped-value.ts';
import type { CountedParameters } from './row-names.ts';

/** The entries of the ledger for a row by format and class of status, each of which is made when it is first counted. */
export class RowEntries {
  readonly #label: string;
  readonly #byFormat: Partial<Record<Format, (string | undefined)[]>> = {};
  /** The parameters whose values are counted, and their entries. */
  readonly #parameters: readonly (readonly [name: string, entries: ReadonlyMap<string, string>])[];

  constructor(label: string, parameters: CountedParameters) {
    this.#label = label;
    this.#parameters = Array.from(parameters, ([name, values]) => [
      name,
      new Map(Array.from(values, (value) => [value, `parameter\t${label}?${name}=${value}\t`])),
    ]);
  }

  /** The entry of a call. @param status 0 for an answer that was not completely written */
  of(format: Format, status: number): string {
    const byClass = (this.#byFormat[format] ??= []);
    const hundreds = Math.floor(status / 100);
    return (byClass[hundreds] ??= `row\t${this.#label}\t${format} ${hundreds === 0 ? 'aborted' : `${hundreds}xx`}`);
  }

  /** The names and entries of the values that a query has of these parameters. It never throws. */
  valuesIn(query: string): string[] {
    if (query === '' || this.#parameters.length === 0) return [];
    let read: Record<string, unknown>;
    try {
      read = readQuery(query);
    } catch {
      // The row refuses it.
      return [];
    }
    return this.#parameters.flatMap(([name, entries]) => {
      const value = Object.hasOwn(read, name) ? asLast(read[name]) : undefined;
      return (typeof value === 'string' && entries.get(value.trim())) || [];
    });
  }
}
