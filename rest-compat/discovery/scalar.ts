import { createRequire } from 'node:module';

/** The path of the page of documents, below the base. */
export const pagePath = '/docs';

/** A request of Fastify, as far as the plugin reads it, and a reply that keeps what is sent. */
interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): string;
}
interface Route {
  url: string;
  handler(request: unknown, reply: Reply): unknown;
}
/** The part of Fastify that the plugin uses. */
interface Fastify {
  initialConfig: object;
  route(route: Route): void;
}
type Plugin = (fastify: Fastify, options: object, next: () => void) => void;

const { resolve } = createRequire(import.meta.url);
const name = '@scalar/fastify-api-reference';

const manifest = createRequire(import.meta.url)(`${resolve(name).replace(/dist\/[^/]*$/, '')}package.json`) as {
  version: string;
};

/** The path of the script of the page. It contains the version, so that the script can be cached permanently. */
export const scriptPath = `${pagePath}/${manifest.version}/scalar.js`;

/**
 * The script of the page of documents: Scalar's own bundle, with everything that it needs. It is taken from the plugin for
 * Fastify, which contains it (4.4 MB), because the package of the bundle itself brings 286 MB of dependencies that the bundle
 * already contains (decisions D322).
 */
export async function scalarScript(): Promise<string> {
  const { default: plugin } = (await import(name)) as { default: Plugin };
  const routes: Route[] = [];
  plugin({ initialConfig: {}, route: (route) => routes.push(route) }, { configuration: { url: '/' } }, () => {});
  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('the plugin of Scalar serves no script');
  const reply: Reply = { header: () => reply, send: (body) => body };
  return script.handler({}, reply) as string;
}
