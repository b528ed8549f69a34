import type { DocumentNode } from 'graphql';
import { namesOf } from '../src/domain/rules/scopes.ts';
import type { ScopeName } from '../src/domain/rules/scopes.ts';
import { scopesOfDocument } from './execution/check-scopes.ts';
import { executableSchema } from './index.ts';

/** The scopes that a key needs for a document. */
interface DocumentScopes {
  /** Needed whatever the variables are. */
  certain: ScopeName[];
  /** Needed for some values of the variables besides. */
  further: ScopeName[];
}

/** Makes the function that names the scopes of a document, for descriptions. */
export function makeDocumentScopes(): (document: DocumentNode) => DocumentScopes {
  const schema = executableSchema();
  return (document) => {
    const certain = namesOf(scopesOfDocument(schema, document, null, 'certain'));
    const possible = namesOf(scopesOfDocument(schema, document, null, 'possible'));
    return { certain, further: possible.filter((name) => !certain.includes(name)) };
  };
}
