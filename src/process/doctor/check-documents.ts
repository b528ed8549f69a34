import { openKnownDocuments } from '../../../schema/execution/registered-documents.ts';
import { makeCosts } from '../../../schema/execution/costs.ts';
import { makeDocuments } from '../../../schema/execution/documents.ts';
import { executableSchema } from '../../../schema/index.ts';
import { ConfigError } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import { failed, passed } from './check.ts';
import type { Finding } from './check.ts';

/** Checks that the documents of DOCUMENTS_PATH can be read and match the schema. */
export async function checkDocuments(config: Config): Promise<Finding[]> {
  if (config.documentsPath === undefined) return [];
  const schema = executableSchema();
  try {
    await openKnownDocuments(config, makeDocuments(schema, makeCosts(schema)), []);
    return [passed('documents', `The documents in ${config.documentsPath} can be executed`)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [failed('documents', error.message, 'Correct this document, or remove it from DOCUMENTS_PATH.')];
  }
}
