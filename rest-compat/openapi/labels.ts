import { table } from '../table.ts';
import type { AnyRow } from '../endpoint.ts';
import { modules } from '../contract/modules.ts';
import type { RowDescription } from '../contract/description.ts';

/** A row with its label and its description. */
export interface DescribedRow {
  label: string;
  row: AnyRow;
  description: RowDescription;
}

/** What the rows of one method and path do together; they differ in the format of their body, or in a parameter. */
export interface Endpoint {
  /** The module of the contract. */
  module: string;
  /** In lower case. */
  method: string;
  /** The path below the base, with names in braces: `/user/{user_id}/`. */
  path: string;
  rows: readonly DescribedRow[];
}

/** The method and the path of a label, without its query and its format. */
export function splitLabel(label: string): { method: string; path: string } {
  const [method = '', path = ''] = label.split(' ');
  const [plain = ''] = path.split('?', 1);
  return { method, path: plain.replaceAll(/[[{](\w+)[\]}]/g, '{$1}') };
}

/** The endpoints of the table. Rows of one path have the names and the slash of the first label that has a slash. */
export const endpoints: readonly Endpoint[] = collect();

function collect(): Endpoint[] {
  const described = Object.entries(modules).flatMap(([module, rows]) =>
    Object.entries(rows).map(([label, description]) => ({ module, label, row: table[label] as AnyRow, description })),
  );
  const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');
  const spellings: Record<string, string> = {};
  for (const { label } of described) {
    const { path } = splitLabel(label);
    const known = spellings[nameless(path)];
    if (!known || (!known.endsWith('/') && path.endsWith('/'))) spellings[nameless(path)] = path;
  }
  const groups: Record<string, Endpoint & { rows: DescribedRow[] }> = {};
  for (const { module, label, row, description } of described) {
    const { method, path } = splitLabel(label);
    const spelling = spellings[nameless(path)] as string;
    const group = (groups[`${method} ${spelling}`] ??= {
      module,
      method: method.toLowerCase(),
      path: spelling,
      rows: [],
    });
    // Several labels of one row differ in the parameters that they show.
    if (!group.rows.some((known) => known.row === row)) group.rows.push({ label, row, description });
  }
  return Object.values(groups);
}
