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

/** The path of the files of the editor. */
export const staticPath = `/playground/${version}/`;

/** The values that a page contains. */
interface PlaygroundPage {
  /** A nonce that allows the scripts of the page. */
  nonce: string;
  /** The key of the demo account, or null without demo data. */
  demoKey: string | null;
  /** The password of all demo accounts. */
  demoPassword?: string | undefined;
  now: Date;
}

/** The page: GraphiQL (ruru) with examples, and signed in if there are demo data. */
export function playgroundPage({ nonce, demoKey, demoPassword, now }: PlaygroundPage): string {
  const headers = JSON.stringify({ Authorization: `Bearer ${demoKey ?? 'PASTE-YOUR-KEY-HERE'}` }, null, 2);
  // ruru passes all properties to GraphiQL, but its types contain only some of them.
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
  // Only tags contain this text, because ruru escapes it within values.
  return html.replaceAll('<script', `<script nonce="${nonce}"`);
}

/**
 * Allows this host and the scripts of the page, and nothing else. The editor sets styles and contains its fonts inline.
 */
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
