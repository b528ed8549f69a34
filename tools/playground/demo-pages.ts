import { html, inScript } from '../../src/platform/html.ts';
import type { Html } from '../../src/platform/html.ts';
import { assetPath, importMap } from './assets.ts';
import { liveBody } from './live-page.ts';
import { navigation } from './navigation.ts';
import type { PageName } from './navigation.ts';
import { peopleBody } from './people-page.ts';
import { restBody } from './rest-page.ts';

/** A page beside the editor, for the demo data only. */
interface DemoPage {
  title: string;
  body: Html;
}

const pages: Readonly<Record<Exclude<PageName, 'editor'>, DemoPage>> = {
  people: { title: 'Five people', body: peopleBody },
  rest: { title: 'REST calls', body: restBody },
  live: { title: 'Live', body: liveBody },
};

/** The names of these pages, which are the last parts of their paths below `/playground/`. */
export const demoPageNames = Object.keys(pages) as (keyof typeof pages)[];

/** JSON for a script element. No value can end the element. */
export function jsonScript(data: unknown): string {
  return `<script type="application/json" id="playground-data">${inScript(data)}</script>`;
}

/**
 * A page with its data, which its script reads.
 * @param nonce allows the import map, the only script in the page itself
 */
export function demoPage(name: keyof typeof pages, nonce: string, data: unknown): string {
  const { title, body } = pages[name];
  const head = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Runners: ${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assetPath}style.css" />
      </head>
      <body class="page ${name}-page">
        ${navigation(name)} ${body}
      </body>
    </html> `;
  return `${head.text}<script type="importmap" nonce="${nonce}">${JSON.stringify(importMap)}</script>
${jsonScript(data)}
<script type="module" src="${assetPath}${name}.js"></script>
</body>
</html>
`;
}

/** The policy of these pages: no inline styles, and of the scripts in the page only the import map. */
export function demoPagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
