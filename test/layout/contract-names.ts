import { modules } from '../../rest-compat/contract/modules.ts';
import { records } from '../../rest-compat/contract/records.ts';

/** The most files in which a name of the contract is a string. */
const most = 2;

/**
 * Where such strings are not counted: they are columns of the database there, some of which are called as fields of REST are, or what the
 * traffic of an old service contained, with which another one is compared.
 */
const elsewhere = /^(src\/(domain|platform|process|demo)|tools\/(take-over|prove|trials|kit|translate\/comparison))\//;

/** The names of fields and parameters of REST that have two words or more. Those of one word, such as `user`, are words of other things as well. */
export function contractNames(): string[] {
  const rows = Object.values(modules).flatMap((rows) => Object.values(rows));
  const tables: (object | undefined)[] = [
    ...Object.values(records).map(({ fields }) => fields),
    ...rows.flatMap(({ query, body, answers }) => [
      query,
      body,
      ...answers.map(({ body }) => (typeof body === 'object' && 'fields' in body ? body.fields : undefined)),
    ]),
  ];
  const names = new Set(tables.flatMap((table) => Object.keys(table ?? {})));
  return [...names].filter((name) => name.includes('_'));
}

/**
 * Returns a sentence for each name of the contract that is a string in more than two files outside of tests. A name stands in the tables of
 * rows and records as a key, which says what it means there; what reads or writes it by a string does so in few places. Codes of failures are
 * not among the names, because each is a member of a type (`src/errors.ts`).
 */
export function repeatedNames(names: readonly string[], files: readonly { file: string; source: string }[]): string[] {
  const counted = files.filter(({ file }) => !elsewhere.test(file));
  const strings = counted.map(({ file, source }) => ({
    file,
    found: new Set([...source.matchAll(/(['"])(\w+)\1/g)].map(([, , text]) => text)),
  }));
  return names.flatMap((name) => {
    const where = strings.filter(({ found }) => found.has(name)).map(({ file }) => file);
    return where.length > most ? [`${name} is a string in ${where.length} files: ${where.join(', ')}`] : [];
  });
}
