import { documents } from '../../../rest-compat/discovery/documents.ts';
import { pagePath, scriptPath } from '../../../rest-compat/discovery/scalar.ts';
import { rowForms } from '../../../rest-compat/contract/row-forms.ts';
import { table } from '../../../rest-compat/table.ts';
import { mediaType } from '../../../rest-compat/formats/formats.ts';
import { plainFields } from '../../../rest-compat/endpoint.ts';
import { assetPath } from '../../../schema/playground/assets.ts';
import { staticPath } from '../../../schema/playground/playground-page.ts';
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
/** A recorded answer of a HAR file. */
const entry = (type: string, text: string, request: object = {}) => ({
  request: { method: 'GET', url: 'https://old.example/api/v1/post/1/', headers: [], ...request },
  response: { status: 200, headers: [{ name: 'Content-Type', value: type }], content: { mimeType: type, text } },
});
const posted = (type: string, text: string) => ({
  method: 'POST',
  url: 'https://old.example/api/v1/workout/',
  postData: { mimeType: type, text },
});
const answers = Object.entries(bodies).map(([type, family]): [string, Family] => [
  `${jsonType}; recorded=${type}`,
  within(family, (text) => JSON.stringify([entry(type, text)])),
]);
const calls = Object.entries(bodies).map(([type, family]): [string, Family] => [
  `${jsonType}; called=${type}`,
  within(family, (text) => JSON.stringify([entry(jsonType, '{}', posted(type, text))])),
]);
/** Many short recordings in one. */
const parts = within(json, (text) =>
  JSON.stringify(Array.from({ length: 50 }, () => entry(jsonType, text.slice(0, 4096)))),
);
const encoded = (text: string) => `call=${encodeURIComponent(text)}`;
const inForm = ([type, family]: [string, Family]): [string, Family] => [
  `${formType}; of=${type}`,
  within(family, (text) => encoded(`{"log":{"entries":${text}}}`)),
];
const operations = within(json, (text) =>
  JSON.stringify({ form: 'graphql', operations: [{ row: 'GET /me/', fields: [text] }] }),
);
const eachOperation = {
  ...operations,
  number: (size: number) =>
    JSON.stringify({
      form: 'typescript',
      operations: Array.from({ length: Math.min(200, size / 100) }, () => ({ row: 'GET /post/', fields: null })),
    }),
};
const document = within(graphql, (query) => JSON.stringify({ query }));
const variables = within(
  json,
  (text) => `{"query":"query($v: ID!) { node(id: $v) { id } }","variables":{"v":${text}}}`,
);
const graphqlBodies = { [jsonType]: document, [`${jsonType}; variables`]: variables, ...bodies };

const get = (...paths: string[]) => paths.map((path): Door => ({ method: 'GET', path }));

const storesRun = {
  turnMs: 200,
  because: 'the embedded database is in the same thread, and stores a run with all its points',
};

/** What Express is given, in no order. */
const ofExpress: readonly Door[] = [
  ...get('/healthz', '/favicon.ico', '/readyz', '/', '/metrics', '/graphql/schema.graphql'),
  ...get(
    '/playground',
    `${staticPath}*file`,
    `${assetPath}*file`,
    '/playground/people',
    '/playground/rest',
    '/playground/live',
  ),
  ...get('/playground/explanations/:id', '/participants/:id', '/exports/:user'),
  ...get('/media/picture/:id/:size/:viewer', '/media/profile/:user/:key/:size', '/media/track/:id/:viewer/:form'),
  ...get('/media/original/:id/:user/:key', '/media/map/:kind/:id/:viewer/:size/:version'),
  ...get('/invitation/done', '/invitation/confirmed', '/invitation/:id', '/staff/retiring', '/migrate', '/graphql'),
  ...get('/password-reset/done', '/password-reset/:token', '/reports/:kind/:user/off'),
  { method: 'POST', path: '/password-reset/:token', sends: formBodies },
  { method: 'POST', path: '/reports/:kind/:user/off', sends: formBodies },
  { method: 'PUT', path: '/media/upload/:id', sends: { 'image/png': bodies['image/png']! } },
  { method: 'PUT', path: '/media/archive/:id', sends: { 'application/zip': bodies['image/png']! } },
  { method: 'POST', path: '/invitation/:id', sends: formBodies },
  { method: 'POST', path: '/staff/retiring', sends: formBodies },
  {
    method: 'POST',
    path: '/migrate/calls',
    // The call of a recording is executed in a transaction that is rolled back.
    except: storesRun,
    sends: Object.fromEntries([...answers, ...calls, [`${jsonType}; many`, parts]]),
  },
  { method: 'POST', path: '/migrate/operations', sends: { [jsonType]: eachOperation }, most: 60_000 },
  {
    method: 'POST',
    path: '/migrate',
    sends: {
      [`${formType}; curl`]: within(form, (text) => encoded(`curl https://old.example/api/v1/workout/ -d '${text}'`)),
      [`${formType}; header`]: within(form, (text) => encoded(`curl https://old.example/api/v1/me/ -H 'X: ${text}'`)),
      [`${formType}; url`]: within(form, (text) => encoded(`https://old.example/api/v1/post/?${text}`)),
      ...Object.fromEntries([...answers, ...calls].map(inForm)),
    },
  },
  { method: 'USE', path: '/graphql', sends: graphqlBodies },
  { method: 'USE', path: '/graphql/stream', sends: graphqlBodies },
];

/** The rows of REST, each by its formats, with its fields. */
const rows: readonly Door[] = rowForms().map(({ label, method, path, fields }) => {
  const { takes = plainFields, maxBytes } = table[label]!;
  const own = fields.filter((field) => field.in === 'body').map((field) => field.name);
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
