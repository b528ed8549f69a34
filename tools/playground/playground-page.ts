import { html, inScript } from '../../src/platform/html.ts';
import { packedModule, packedVersion } from '../../src/platform/packed.ts';
import { assetPath } from './assets.ts';
import { jsonScript } from './demo-pages.ts';
import { groupedExamples } from './example-groups.ts';
import { navigation } from './navigation.ts';
import type { PlaygroundDemo } from './playground-demo.ts';
import { playgroundExamples } from '../../schema/examples/playground-examples.ts';
import type { ExampleIds } from '../../schema/examples/playground-examples.ts';
import { keepHeadersFresh, offerNewKey, openLink, openTab, openWorkersLater } from './playground-scripts.ts';

/** What is given to ruru, as far as the page sets it. A part is a text, or what makes it of the text that ruru has. */
interface EditorOptions {
  endpoint: string;
  staticPath: string;
  clientConfig: object;
  htmlParts: Record<string, string | ((original: string) => string)>;
}
const { ruruHTML } = packedModule('ruru/server.js') as { ruruHTML(options: EditorOptions): string };

/** The path of the files of the editor. */
export const staticPath = `/playground/${packedVersion('ruru')}/`;

/** The values that a page contains. */
interface PlaygroundPage {
  /** A nonce that allows the scripts of the page. */
  nonce: string;
  /** The demo data, or null without them. */
  demo: (Pick<PlaygroundDemo, 'apiKey' | 'password' | 'people'> & { ids: ExampleIds }) | null;
  now: Date;
}

const choice = html`<h1 class="unseen">Editor</h1>
  <button type="button" id="examples">Examples</button>
  <button type="button" id="code">Code</button>
  <label class="as"
    >Signed in as
    <select id="as"></select
  ></label>
  <a id="bring" href="/import">Bring runs</a>`;

const headersFor = (key: string) => JSON.stringify({ Authorization: `Bearer ${key}` }, null, 2);
const scriptOf = (name: string) => `<script type="module" src="${assetPath}${name}.js"></script>`;

/** The page: GraphiQL (ruru) with examples, and signed in if there are demo data. */
export function playgroundPage({ nonce, demo, now }: PlaygroundPage): string {
  const headers = headersFor(demo?.apiKey ?? 'PASTE-YOUR-KEY-HERE');
  const clientConfig = {
    defaultHeaders: headers,
    // With demo data, the others are in the list of examples.
    defaultTabs: playgroundExamples(demo, now)
      .slice(0, demo ? 1 : undefined)
      .map((example) => ({ ...example, headers })),
    defaultEditorToolsVisibility: 'headers',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: true,
  } as const;
  const headersOf = Object.fromEntries((demo?.people ?? []).map((person) => [person.role, headersFor(person.apiKey)]));
  const page = ruruHTML({
    endpoint: '/graphql',
    staticPath,
    clientConfig,
    htmlParts: {
      metaTags: (original) => `${original}\n<meta name="viewport" content="width=device-width, initial-scale=1" />`,
      titleTag: '<title>Runners: playground</title><link rel="icon" href="data:," />',
      styleTags: (original) => `${original}\n<link rel="stylesheet" href="${assetPath}style.css" />`,
      configScript: (original) =>
        `${original}\n<script>const HEADERS_OF_PEOPLE = ${inScript(headersOf)};${keepHeadersFresh}${openLink}${openTab}${offerNewKey}</script>`,
      bodyContent: (original) => {
        const editor = original.replace('id="ruru-root"', 'id="ruru-root" role="main" aria-label="Editor"');
        return demo ? `${navigation('editor', choice).text}\n${editor}` : editor;
      },
      bodyInitScript: (original) =>
        [
          ...(demo ? [jsonScript({ people: demo.people, examples: groupedExamples(demo, now) })] : []),
          `<script type="module">${openWorkersLater}</script>`,
          ...[...(demo ? ['editor'] : []), 'answer-facts'].map(scriptOf),
          original,
        ].join('\n'),
    },
  });
  // Only tags contain this text, because ruru escapes it within values.
  return page.replaceAll('<script', `<script nonce="${nonce}"`);
}
