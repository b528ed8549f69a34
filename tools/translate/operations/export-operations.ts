import { getOperationAST, print } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { turn } from '../../../schema/execution/long-json.ts';
import { documentIdOf } from '@runners/graphql';
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

/** The forms of the operations of an app: what a file has of each operation, and the whole. */
const forms = {
  graphql: (_schema, { text }) => text,
  typescript: (schema, { name, document, text }, named) =>
    `export const ${name}Document = ${JSON.stringify(text)};\n\n${typesOfOperation(schema, document, named)}`,
  /** In the form that DOCUMENTS_PATH takes (docs/clients.md). */
  manifest: (_schema, { text }) => `  ${JSON.stringify(documentIdOf(text))}: ${JSON.stringify(text)}`,
} as const satisfies Record<string, (schema: GraphQLSchema, one: Operation, named: Map<string, string>) => string>;

export type ExportForm = keyof typeof forms;
export const exportForms = Object.keys(forms) as ExportForm[];

/** The operations of an app as a file, each made in a turn of the event loop. Of two with the same name, the second gets a number. */
export async function exportOperations(
  schema: GraphQLSchema,
  needed: readonly NeededOperation[],
  form: ExportForm,
): Promise<string> {
  const times = new Map<string, number>();
  const named = new Map<string, string>();
  const parts: string[] = [];
  for (const { document, paths } of needed) {
    const own = getOperationAST(document)?.name?.value ?? 'Operation';
    const time = (times.get(own) ?? 0) + 1;
    times.set(own, time);
    const name = time === 1 ? own : `${own}${time}`;
    const shrunk = shrunkDocument(schema, document, name, paths);
    parts.push(forms[form](schema, { name, document: shrunk, text: print(shrunk) }, named));
    await turn();
  }
  if (form === 'manifest') return `{\n${parts.join(',\n')}\n}\n`;
  return `${[...named.values(), ...parts].join('\n\n')}\n`;
}
