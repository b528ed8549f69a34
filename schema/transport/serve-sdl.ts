import type { Express } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { ContextOf } from '../../src/request/identify.ts';
import { failureOf } from '../../src/errors.ts';
import { tagOf } from '../../src/web/answers/entity-tag.ts';
import { page } from '../../src/web/pages/page.ts';
import type { Page } from '../../src/web/pages/page.ts';
import { sendCompressed, varyWith } from '../../src/web/answers/send-text.ts';
import { schemaForOthers } from '../for-others.ts';
import { sdlOf, sdlPath } from '../sdl.ts';
import { schemaPage } from './schema-page.ts';

/** The context of a key that does not sign in. @throws any other failure, so that staff are not given the schema of others */
function ofNobody(error: unknown): null {
  if (failureOf(error)?.code === 'SUSPENDED') return null;
  throw error;
}

/**
 * Serves the schema as text, for tools and people who have only the address of the service. It needs no key. With the key of staff, it has
 * what only staff can use. Browsers receive it as a page.
 * @param version changes when elements are deprecated
 */
export function serveSdl(app: Express, schema: GraphQLSchema, contextOf: ContextOf, version: () => number): void {
  const printed = new Map<boolean, { text: string; tag: string; version: number; page?: Page }>();
  const printedFor = (isStaff: boolean) => {
    let known = printed.get(isStaff);
    if (known?.version !== version()) {
      const text = sdlOf(isStaff ? schema : schemaForOthers(schema));
      printed.set(isStaff, (known = { text, tag: tagOf(text), version: version() }));
    }
    return known;
  };
  const asPage = page(contextOf, async ({ viewer }) => {
    const known = printedFor(viewer?.isStaff === true);
    return (known.page ??= schemaPage(known.text));
  });
  app.get(sdlPath, (request, response, next) => {
    response.setHeader('Vary', varyWith(response, 'Accept'));
    return request.accepts(['text/plain', 'html']) === 'html' ? asPage(request, response, next) : next();
  });
  app.get(sdlPath, async (request, response) => {
    // A key that does not sign in is as good as none here. It is charged to its address.
    const context = request.headers.authorization === undefined ? null : await contextOf(request).catch(ofNobody);
    const { text, tag } = printedFor(context?.viewer?.isStaff === true);
    response.setHeader('ETag', tag).setHeader('Vary', varyWith(response, 'Authorization, Accept-Encoding'));
    if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
    else sendCompressed(response, 200, { 'Content-Type': 'text/plain; charset=utf-8' }, text);
  });
}
