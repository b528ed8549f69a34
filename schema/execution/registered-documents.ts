import { GraphQLError } from 'graphql';
import { ConfigError } from '../../src/platform/config.ts';
import type { Config } from '../../src/platform/config.ts';
import { declareBound } from '../../src/platform/bounds.ts';
import { readDocumentFiles } from '../../src/platform/document-files.ts';
import type { DocumentFile } from '../../src/platform/document-files.ts';
import type { Documents } from './documents.ts';
import { documentRefusals } from './document-refusals.ts';
import { hashOf, KnownDocuments } from '@runners/graphql';

const bound = declareBound(import.meta.url, {
  name: 'sent_documents',
  holds: 'valid documents that clients have sent together with their hash',
  limit: 4 * 1024 * 1024,
  unit: 'bytes',
  share: 'None: clients whose document is evicted send its text again.',
  beyond: 'The least recently used document is evicted, and its client sends its text again.',
});

/**
 * Registers the documents of the service itself (`own`) and those of DOCUMENTS_PATH.
 * @throws ConfigError that names a file that cannot be read, or whose document does not match the schema or its id
 */
export async function openKnownDocuments(
  { documents: takes, documentsPath }: Pick<Config, 'documents' | 'documentsPath'>,
  documents: Documents,
  own: Iterable<{ text: string }>,
): Promise<KnownDocuments> {
  const registered = new Map<string, string>();
  for (const { text } of own) registered.set(hashOf(text), text);
  for (const file of documentsPath === undefined ? [] : await readDocumentFiles(documentsPath)) {
    const hash = hashOf(file.text);
    checkDocument(file, hash, documents);
    registered.set(hash, file.text);
    if (file.id !== undefined) registered.set(nameOf(file, hash, registered), file.text);
  }
  return new KnownDocuments(registered, takes, documentRefusals, bound);
}

function checkDocument({ file, text }: DocumentFile, hash: string, documents: Documents): void {
  try {
    documents.read(text, hash, null);
  } catch (errors) {
    const first: unknown = Array.isArray(errors) ? errors[0] : errors;
    if (!(first instanceof GraphQLError)) throw errors;
    throw new ConfigError(`DOCUMENTS_PATH: ${file} has a document that cannot be executed: ${first.message}`);
  }
}

/** The id of a document without `sha256:`. An id that looks like a SHA-256 must be that of the document. */
function nameOf({ id = '', file, text }: DocumentFile, hash: string, registered: ReadonlyMap<string, string>): string {
  const name = id.replace(/^sha256:/, '');
  const other = registered.get(name);
  const isWrong = (/^[0-9a-f]{64}$/.test(name) && name !== hash) || (other !== undefined && other !== text);
  if (isWrong)
    throw new ConfigError(`DOCUMENTS_PATH: ${file} has the id ${id} for a document that it does not belong to`);
  return name;
}
