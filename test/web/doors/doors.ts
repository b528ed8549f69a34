import { storesRun } from './knock.ts';
import { existsSync } from 'node:fs';
import { documents } from '../../../rest-compat/discovery/documents.ts';
import { pagePath, scriptPath } from '../../../rest-compat/discovery/scalar.ts';
import { modules } from '../../../rest-compat/contract/modules.ts';
import { table } from '../../../rest-compat/table.ts';
import { mediaType } from '../../../rest-compat/formats/formats.ts';
import { plainFields } from '../../../rest-compat/endpoint.ts';
import { bodies, form, graphql, json, within } from './hostile.ts';
import type { Family } from './hostile.ts';

/** A door of the service, and what is sent to it besides paths, parameters and headers. */
export interface Door {
  method: string;
  path: string;
  /** Bodies by content types, which may be longer than what is in a line. */
  sends?: Readonly<Record<string, Family>>;
  /** The largest body in bytes that is tried; by default a MiB. */
  most?: number;
  /** Why a bound does not hold for the door: a greater one, with its reason. */
  except?: { turnMs?: number; because: string };
}

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const formBodies = { [formType]: form };
const document = within(graphql, (query) => JSON.stringify({ query }));
const variables = within(
  json,
  (text) => `{"query":"query($v: ID!) { node(id: $v) { id } }","variables":{"v":${text}}}`,
);
const graphqlBodies = { [jsonType]: document, [`${jsonType}; variables`]: variables, ...bodies };

const get = (...paths: string[]) => paths.map((path): Door => ({ method: 'GET', path }));

/** The doors of the pages of tools, where they are. */
const given = new URL('../../../tools/playground/test/doors.js', import.meta.url);
const ofTools = existsSync(given) ? ((await import(given.href)) as { doors: readonly Door[] }).doors : [];

/** What Express is given, in no order. */
const ofExpress: readonly Door[] = [
  ...get('/healthz', '/favicon.ico', '/readyz', '/', '/metrics', '/graphql/schema.graphql', '/errors', '/errors/:code'),
  ...get('/participants/:id', '/exports/:user', '/import', '/import/:version/:name'),
  ...get('/media/picture/:id/:size/:viewer', '/media/profile/:user/:key/:size', '/media/track/:id/:viewer/:form'),
  ...get('/media/original/:id/:user/:key', '/media/map/:kind/:id/:viewer/:size/:version'),
  ...get('/invitation/done', '/invitation/confirmed', '/invitation/:id', '/staff/retiring', '/graphql'),
  ...get('/password-reset/done', '/password-reset/:token', '/reports/:kind/:user/off'),
  { method: 'POST', path: '/password-reset/:token', sends: formBodies },
  { method: 'POST', path: '/reports/:kind/:user/off', sends: formBodies },
  { method: 'PUT', path: '/media/upload/:id', sends: { 'image/png': bodies['image/png']! } },
  { method: 'PUT', path: '/media/archive/:id', sends: { 'application/zip': bodies['image/png']! } },
  { method: 'PUT', path: '/media/recording/:id', sends: { 'application/octet-stream': bodies['image/png']! } },
  { method: 'POST', path: '/invitation/:id', sends: formBodies },
  { method: 'POST', path: '/staff/retiring', sends: formBodies },
  ...ofTools,
  { method: 'USE', path: '/graphql', sends: graphqlBodies },
  { method: 'USE', path: '/graphql/stream', sends: graphqlBodies },
];

/** The rows of REST, each by its formats, with its fields. */
const described = Object.values(modules).flatMap((ofModule) => Object.entries(ofModule));
const rows: readonly Door[] = described.map(([label, { body = {} }]) => {
  const [method = '', path = ''] = label.split(/[ ?]/);
  const { takes = plainFields, maxBytes } = table[label]!;
  const own = Object.keys(body);
  const known = within(json, (text) => `{${own.map((field) => `${JSON.stringify(field)}:${text}`).join()}}`);
  const types = Object.fromEntries(
    takes.map((format) => [mediaType(format), bodies[mediaType(format)] ?? bodies['image/png']!]),
  );
  const sends =
    method === 'GET' ? {} : { ...types, ...(takes.includes('json') ? { [`${jsonType}; fields`]: known } : {}) };
  return {
    ...(label === 'POST /workout/ (GPX)' ? { except: storesRun } : {}),
    method,
    path: `/api/v1${path.replaceAll(/\[(\w+)\]/g, ':$1')}`,
    sends,
    most: Math.min(maxBytes ?? Infinity, 4 * 1024 * 1024),
  };
});

/** The documents of REST, what no row has, and everything that Express has no path for. */
const others: readonly Door[] = [
  ...get(...[...documents.keys(), pagePath, scriptPath].map((path) => `/api/v1${path}`)),
  ...get('/api/v1/nothing/', '/nothing/:id'),
];

export const doors = [...ofExpress, ...rows, ...others];

/** Those that read most: everything with a body that is not a row, and rows of each kind of body. */
export const widest = [
  ...ofExpress.filter(({ sends }) => sends),
  ...rows.filter(
    ({ method, path }) => method === 'POST' && /(workout|comment|conversation|user\/picture)\/$/.test(path),
  ),
  ...others.slice(-1),
];

/** The doors of Express that are the table's, and what stands before or behind all others, which `/nothing/:id` passes. */
export const knownToExpress: ReadonlySet<string> = new Set([
  ...ofExpress.map(({ method, path }) => `${path === '/metrics' ? 'ALL' : method} ${path}`),
  // What refuses while the service prepares, what knows old URLs, the answer to what is unknown and that to errors.
  ...[0, 1, 2].map((i) => `USE * ${i}`),
]);
