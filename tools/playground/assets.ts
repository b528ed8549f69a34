import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { style } from './style.ts';

/** The files of the pages, by their names: the compiled modules of `tools/playground/browser/`, and graphql-ws for them. */
const files: ReadonlyMap<string, string> = new Map([
  ...scriptsIn(fileURLToPath(new URL('./browser/', import.meta.url)), ''),
  ...scriptsIn(
    dirname(createRequire(import.meta.url).resolve('graphql-ws')),
    'graphql-ws/',
    /^(client|common-.*)\.js$/,
  ),
  ['style.css', style],
]);

/** The path of these files. It contains their digest, so they never change. */
export const assetPath = `/playground/${createHash('sha256')
  .update(JSON.stringify([...files]))
  .digest('hex')
  .slice(0, 16)}/`;

/** The packages that these modules import, for the import map of a page. */
export const importMap = { imports: { 'graphql-ws/client': `${assetPath}graphql-ws/client.js` } };

function scriptsIn(folder: string, before: string, named = /\.js$/): [string, string][] {
  const names = readdirSync(folder).filter((name) => named.test(name));
  return names.map((name) => [before + name, readFileSync(join(folder, name), 'utf8')]);
}

/** Answers with one of these files. */
export const serveAsset: RequestHandler = (request, response, next) => {
  const name = request.path.slice(assetPath.length);
  const content = files.get(name);
  if (content === undefined) return next();
  response
    .set('Cache-Control', 'public, max-age=31536000, immutable')
    .type(name.endsWith('.css') ? 'css' : 'text/javascript')
    .send(content);
};
