import type { Express } from 'express';
import type { GraphQLSchema } from 'graphql';
import { tagOf } from '../../src/web/answers/entity-tag.ts';
import { sendCompressed, varyWith } from '../../src/web/answers/send-text.ts';
import { sdlOf, sdlPath } from '../sdl.ts';

/**
 * Serves the schema as text, for tools and people who have only the address of the service. It needs no key.
 * @param version changes when elements are deprecated
 */
export function serveSdl(app: Express, schema: GraphQLSchema, version: () => number): void {
  let printed: { text: string; tag: string; version: number } | undefined;
  app.get(sdlPath, (request, response) => {
    if (printed?.version !== version()) {
      const text = sdlOf(schema);
      printed = { text, tag: tagOf(text), version: version() };
    }
    response.setHeader('ETag', printed.tag).setHeader('Vary', varyWith(response, 'Accept-Encoding'));
    if (request.headers['if-none-match'] === printed.tag) response.writeHead(304).end();
    else sendCompressed(response, 200, { 'Content-Type': 'text/plain; charset=utf-8' }, printed.text);
  });
}
