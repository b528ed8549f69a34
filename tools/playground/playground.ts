import { randomBytes } from 'node:crypto';
import type { Express, RequestHandler, Response } from 'express';
import { packedModule } from '../../src/platform/packed.ts';
import { isForPeople } from '../../schema/transport/for-people.ts';
import { acceptQuery } from '../../schema/transport/query-method.ts';
import { contentPolicy } from '../../src/web/pages/content-policy.ts';
import type { PlaygroundHost } from '../../src/server/developer-pages.ts';
import { rowForms } from './row-forms.ts';
import { assetPath, serveAsset } from './assets.ts';
import { demoPage, demoPageNames, demoPagePolicy } from './demo-pages.ts';
import { liveActs, liveSubscriptions } from './live-page.ts';
import { privacyExamples } from './people-page.ts';
import type { PlaygroundDemo } from './playground-demo.ts';
import { playgroundPage, staticPath } from './playground-page.ts';

/** Adds buttons that copy the values of the start page. */
export const copyScript = `${assetPath}copy.js`;

/** A file of the editor, and how ruru is asked for it. */
interface EditorFile {
  content: Buffer;
  headers: Record<string, string>;
}
type FindFile = (asked: {
  staticPath: string;
  urlPath: string;
  acceptEncoding: string | undefined;
  disallowDevAssets: boolean;
}) => EditorFile | null | Promise<EditorFile | null>;
const { getStaticFile } = packedModule('ruru/static.js') as { getStaticFile: FindFile };

/**
 * Serves the playground at `/graphql` for browsers. `/playground` redirects to it. Everything that it needs is served from here,
 * so it works without a network. With demo data, further pages are below `/playground/`.
 */
export function servePlayground(app: Express, given: PlaygroundHost | null): void {
  const demo = given && { ...given, rows: rowForms() };
  app.get('/playground', (_request, response) => {
    response.redirect('/graphql');
  });
  app.get(`${staticPath}*file`, serveStatic);
  app.get(`${assetPath}*file`, serveAsset);
  app.get('/graphql', async (request, response, next) => {
    if (!isForPeople(request)) return next();
    const nonce = newNonce();
    const friend = demo?.people.find(({ role }) => role === 'friend')?.userId ?? null;
    const shown = demo && { ...demo, ids: { ...(await demo.examples()), friendUser: friend } };
    response.set(...acceptQuery);
    sendPage(response, playgroundPage({ nonce, demo: shown, now: new Date() }), contentPolicy(nonce));
  });
  if (demo) serveDemoPages(app, demo);
}

function serveDemoPages(app: Express, demo: PlaygroundDemo): void {
  const { people, rows, email, password } = demo;
  for (const name of demoPageNames)
    app.get(`/playground/${name}`, async (_request, response) => {
      const nonce = newNonce();
      sendPage(response, demoPage(name, nonce, await dataOf(name)), demoPagePolicy(nonce));
    });
  app.get('/playground/explanations/:id', (request, response, next) => {
    const explanation = demo.explanation(request.params.id);
    if (explanation === undefined) return next();
    response.set('Cache-Control', 'no-store').json(explanation);
  });

  /** The data of a page, with ids as they are now. */
  async function dataOf(name: (typeof demoPageNames)[number]): Promise<unknown> {
    const ids = await demo.examples();
    const owner = people[0];
    if (!owner) throw new Error('the demo account is always the first of these people');
    if (name === 'people') return { people, examples: privacyExamples(owner, ids) };
    if (name === 'live') return { people, subscriptions: liveSubscriptions, acts: liveActs(owner, ids) };
    const userOf = (role: string) => people.find((person) => person.role === role)?.userId ?? owner.userId;
    const users = { user: owner.userId, friend: userOf('friend'), stranger: userOf('stranger') };
    const account = { email, password };
    return { people, rows, account, ids: { ...ids, ...users, post: ids.publicPost } };
  }
}

const newNonce = () => randomBytes(16).toString('base64');

function sendPage(response: Response, page: string, policy: string): void {
  response
    .set({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept',
    })
    .type('html')
    .send(page);
}

/** The files of the editor. Their path contains the version, so they never change. */
const serveStatic: RequestHandler = async (request, response, next) => {
  const acceptEncoding = request.get('accept-encoding');
  const file = await getStaticFile({ staticPath, urlPath: request.path, acceptEncoding, disallowDevAssets: true });
  if (!file) return next();
  response.set({ ...file.headers, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
  response.end(file.content);
};
