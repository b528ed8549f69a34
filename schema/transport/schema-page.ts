import { html } from '../../src/platform/html.ts';
import type { Html } from '../../src/platform/html.ts';
import { startLink } from '../../src/web/pages/page.ts';
import type { Page } from '../../src/web/pages/page.ts';

const style = `
body { display: block; }
main { max-width: 1080px; margin: 0 auto; }
pre { margin: 0; padding: 10px 0; white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid var(--line);
  font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre:target { background: var(--ground); }
details { margin: 0 0 16px; }
summary { cursor: pointer; color: var(--accent); }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const definition = /^(?:type|input|enum|interface|union|scalar|directive) @?(\w+)/m;
/** The name of a type where one is named, as far as descriptions have none. */
const reference = /(?<=[:|&=] \[{0,2}|implements )(\w+)/;
/** What most people look for comes first. */
const roots = ['Query', 'Mutation', 'Subscription'];

/** The page that browsers receive in place of the text of the schema: its definitions, in which the names of others are links. */
export function schemaPage(sdl: string): Page {
  const parts = sdl.trim().split(/\n\n(?="""|\w|@)/);
  const named = new Map(parts.map((part) => [definition.exec(part)?.[1] ?? '', part]));
  const names = [
    ...roots.filter((name) => named.has(name)),
    ...[...named.keys()].filter((name) => !roots.includes(name)),
  ];
  const linked = (text: string): Html[] =>
    text.split(reference).map((word, at) => (at % 2 === 1 && named.has(word) ? linkTo(word) : html`${word}`));
  const body = html`<p>
      What can be asked of this service.
      ${roots.filter((name) => named.has(name)).map((name) => html`${linkTo(name)} `)}
    </p>
    <details>
      <summary>All ${names.length} definitions</summary>
      <p>${names.map((name) => html`${linkTo(name)} `)}</p>
    </details>
    ${names.map((name) => html`<pre id="${name}">${linked(named.get(name) ?? '')}</pre>`)} ${startLink}`;
  return { title: 'GraphQL schema', style, body };
}

const linkTo = (name: string) => html`<a href="#${name}">${name}</a>`;
