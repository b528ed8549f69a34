import { partsOf } from '../src/retiring/plan.ts';
import { modules } from './contract/modules.ts';
import type { AnyRow } from './endpoint.ts';
import { labelOf } from './row-documents.ts';
import { table } from './table.ts';

/** The values of parameters of a row that are counted by themselves: those of its query that are words of a list. */
export type CountedParameters = ReadonlyMap<string, ReadonlySet<string>>;

const parameters = new Map<AnyRow, Map<string, Set<string>>>();
for (const rows of Object.values(modules))
  for (const [label, { query = {} }] of Object.entries(rows)) {
    const row = table[label] as AnyRow;
    const own = parameters.get(row) ?? new Map<string, Set<string>>();
    parameters.set(row, own);
    for (const [name, { values }] of Object.entries(query)) if (values) own.set(name, new Set(values));
  }

/** Returns the parameters of a row whose values are counted by themselves. */
export function countedParametersOf(row: AnyRow): CountedParameters {
  return parameters.get(row) ?? new Map();
}

/**
 * Returns the name under which a row or a value of its parameter is counted: rows with several labels have the first one.
 * @throws Error whose sentence says what does not exist
 */
export function rowNameOf(name: string): string {
  if (Object.hasOwn(table, name)) return labelOf(table[name] as AnyRow);
  const { label, parameter } = partsOf(name);
  const row = Object.hasOwn(table, label) ? table[label] : undefined;
  if (!row) throw new Error(`The REST interface has no row ${label}.`);
  if (!parameter) throw new Error(`The REST interface has no row ${name}.`);
  const values = countedParametersOf(row).get(parameter.name);
  if (!values) throw new Error(`${label} has no parameter ${parameter.name} whose values are words of a list.`);
  if (!values.has(parameter.value))
    throw new Error(`${parameter.name} of ${label} is none of ${[...values].join(', ')}: ${parameter.value}`);
  return `${labelOf(row)}?${parameter.name}=${parameter.value}`;
}
