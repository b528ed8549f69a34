import { html } from '../../src/platform/html.ts';
import type { Html } from '../../src/platform/html.ts';

/** A page of the playground. */
export type PageName = 'editor' | 'people' | 'rest' | 'live';

const entries: readonly (readonly [page: PageName, path: string, text: string])[] = [
  ['editor', '/graphql', 'Editor'],
  ['people', '/playground/people', 'Five people'],
  ['rest', '/playground/rest', 'REST calls'],
  ['live', '/playground/live', 'Live'],
];

/** The bar above all pages of the playground. @param right what stands at its end */
export function navigation(current: PageName, right: Html = html``): Html {
  const links = entries.map(([page, path, text]) =>
    page === current ? html`<a href="${path}" aria-current="page">${text}</a>` : html`<a href="${path}">${text}</a>`,
  );
  return html`<header class="bar">
    <nav aria-label="Playground"><a class="home" href="/">Runners</a>${links}</nav>
    ${right}
  </header>`;
}
