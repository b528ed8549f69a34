import { getOperationAST, print } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { documentIdOf } from '../../../schema/execution/known-documents.ts';
import { typesOfOperation } from '../document-types.ts';
import { shrunkDocument } from './shrunk-document.ts';

/** An operation that an app needs. */
export interface NeededOperation {
  document: DocumentNode;
  /** The paths in its result that the app needs, or null for all. */
  paths: readonly string[] | null;
}

interface Operation {
  name: string;
  document: DocumentNode;
  text: string;
}

/** The forms of the operations of an app, as one file each. */
const forms = {
  graphql: (_schema, operations) => `${operations.map(({ text }) => text).join('\n\n')}\n`,
  typescript: (schema, operations) => {
    const named = new Map<string, string>();
    const parts = operations.map(({ name, document, text }) => {
      const types = typesOfOperation(schema, document, named);
      return `export const ${name}Document = ${JSON.stringify(text)};\n\n${types}`;
    });
    return `${[...named.values(), ...parts].join('\n\n')}\n`;
  },
  /** In the form that DOCUMENTS_PATH takes (docs/clients.md). */
  manifest: (_schema, operations) =>
    `${JSON.stringify(Object.fromEntries(operations.map(({ text }) => [documentIdOf(text), text])), null, 2)}\n`,
} as const satisfies Record<string, (schema: GraphQLSchema, operations: readonly Operation[]) => string>;

export type ExportForm = keyof typeof forms;
export const exportForms = Object.keys(forms) as ExportForm[];

/** The operations of an app in a form. Of two with the same name, the second gets a number. */
export function exportOperations(schema: GraphQLSchema, needed: readonly NeededOperation[], form: ExportForm): string {
  const times = new Map<string, number>();
  const operations = needed.map(({ document, paths }) => {
    const own = getOperationAST(document)?.name?.value ?? 'Operation';
    const time = (times.get(own) ?? 0) + 1;
    times.set(own, time);
    const name = time === 1 ? own : `${own}${time}`;
    const shrunk = shrunkDocument(schema, document, name, paths);
    return { name, document: shrunk, text: print(shrunk) };
  });
  return forms[form](schema, operations);
}
