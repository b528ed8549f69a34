import type { Express } from 'express';
import type { GraphQLSchema } from 'graphql';
import { tagOf } from '../../src/web/answers/entity-tag.ts';
import { sendCompressed, varyWith } from '../../src/web/answers/send-text.ts';
import { sdlOf, sdlPath } from '../sdl.ts';

/** Serves the schema as text, for tools and people who have only the address of the service. It needs no key. */
export function serveSdl(app: Express, schema: GraphQLSchema): void {
  let printed: { text: string; tag: string } | undefined;
  app.get(sdlPath, (request, response) => {
    if (!printed) {
      const text = sdlOf(schema);
      printed = { text, tag: tagOf(text) };
    }
    response.setHeader('ETag', printed.tag).setHeader('Vary', varyWith(response, 'Accept-Encoding'));
    if (request.headers['if-none-match'] === printed.tag) response.writeHead(304).end();
    else sendCompressed(response, 200, { 'Content-Type': 'text/plain; charset=utf-8' }, printed.text);
  });
}
