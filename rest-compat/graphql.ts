import { parse } from 'graphql';
import type { DefinitionNode, DocumentNode } from 'graphql';
import type { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../schema/introspection.d.ts';
import type { Track } from '@runners/recordings';

type Declare = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    disableMasking: true;
    scalars: {
      ID: string;
      DatabaseId: number;
      DateTime: string;
      Date: string;
      WallClock: string;
      Track: Track;
      Gpx: Buffer;
      ImageData: Buffer;
      RecordingData: Buffer;
    };
  }>
>;

/**
 * Declares a GraphQL document with the fragments that it uses. Its types are derived from the schema, so an incompatible change of the
 * schema breaks the build. At run time, nothing is left of that but a document.
 */
export const graphql = ((text: string, fragments: readonly DocumentNode[] = []): DocumentNode => {
  const document = parse(text, { noLocation: true });
  // Two fragments may use the same third one.
  const definitions = new Set<DefinitionNode>(fragments.flatMap((fragment) => fragment.definitions));
  return { ...document, definitions: [...document.definitions, ...definitions] };
}) as unknown as Declare;

export type { ResultOf } from 'gql.tada';
