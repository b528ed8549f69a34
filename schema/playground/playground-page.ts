import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ruruHTML } from 'ruru/server';
import type { RuruClientConfig } from 'ruru/server';
import { playgroundExamples } from './playground-examples.ts';
import { keepHeadersFresh, offerNewKey } from './playground-scripts.ts';

const ruru = createRequire(import.meta.url).resolve('ruru/server');
const { version } = JSON.parse(readFileSync(new URL('../package.json', `file://${ruru}`), 'utf8')) as {
  version: string;
};

/** Where the editor's files are served. */
export const staticPath = `/playground/${version}/`;

/** What a page is made for. */
interface PlaygroundPage {
  /** Marks the page's own scripts as allowed. */
  nonce: string;
  /** Key of the demo account; null without demo data. */
  demoKey: string | null;
  /** Password of all the demo accounts. */
  demoPassword?: string | undefined;
  now: Date;
}

/** The page: GraphiQL (ruru), opened on examples; signed in already where there is demo data. */
export function playgroundPage({ nonce, demoKey, demoPassword, now }: PlaygroundPage): string {
  const headers = JSON.stringify({ Authorization: `Bearer ${demoKey ?? 'PASTE-YOUR-KEY-HERE'}` }, null, 2);
  // ruru hands all of it on to GraphiQL, but its types know only some of the names.
  const clientConfig = {
    defaultHeaders: headers,
    defaultTabs: playgroundExamples(demoKey !== null, now, demoPassword).map((example) => ({ ...example, headers })),
    defaultEditorToolsVisibility: 'headers',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: true,
  } as const;
  const html = ruruHTML({
    endpoint: '/graphql',
    staticPath,
    clientConfig: clientConfig as Partial<RuruClientConfig> as RuruClientConfig,
    htmlParts: {
      titleTag: '<title>Runners: playground</title><link rel="icon" href="data:," />',
      configScript: (original) => `${original}\n<script>${keepHeadersFresh}${offerNewKey}</script>`,
    },
  });
  // Only tags have this: ruru escapes it within values.
  return html.replaceAll('<script', `<script nonce="${nonce}"`);
}

/** Allows this host and the page's own scripts, nothing else; the editor sets styles and brings its fonts inline. */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
