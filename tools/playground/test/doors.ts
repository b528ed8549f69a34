import { assetPath } from '../assets.ts';
import { staticPath } from '../playground-page.ts';
import { storesRun } from '../../../test/web/doors/knock.ts';
import type { Door } from '../../../test/web/doors/doors.ts';
import { bodies, form, json, within } from '../../../test/web/doors/hostile.ts';
import type { Family } from '../../../test/web/doors/hostile.ts';

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
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

const get = (...paths: string[]) => paths.map((path): Door => ({ method: 'GET', path }));

/** The doors of the playground and of the page `/migrate`, for `test/web/doors/doors.ts`. */
export const doors: readonly Door[] = [
  ...get(
    '/playground',
    `${staticPath}*file`,
    `${assetPath}*file`,
    '/playground/people',
    '/playground/rest',
    '/playground/live',
  ),
  ...get('/playground/explanations/:id', '/migrate'),
  {
    method: 'POST',
    path: '/migrate/calls',
    except: storesRun,
    sends: Object.fromEntries([...answers, ...calls, [`${jsonType}; many`, parts]]),
  },
  { method: 'POST', path: '/migrate/operations', sends: { [jsonType]: eachOperation }, most: 60_000 },
  {
    method: 'POST',
    path: '/migrate',
    except: storesRun,
    sends: {
      [`${formType}; curl`]: within(form, (text) => encoded(`curl https://old.example/api/v1/workout/ -d '${text}'`)),
      [`${formType}; header`]: within(form, (text) => encoded(`curl https://old.example/api/v1/me/ -H 'X: ${text}'`)),
      [`${formType}; url`]: within(form, (text) => encoded(`https://old.example/api/v1/post/?${text}`)),
      ...Object.fromEntries([...answers, ...calls].map(inForm)),
    },
  },
];
