import type { Express } from 'express';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { documentationOf, errorCodes, errorsPath } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { errorHelp } from './error-help.ts';
import { page, startLink } from './page.ts';
import type { Page } from './page.ts';

const style = `
main { max-width: 720px; }
h2 { margin: 20px 0 4px; font-size: 17px; }
h1, code { overflow-wrap: anywhere; }
pre { margin: 0 0 12px; padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border: 1px solid var(--line);
  border-radius: 8px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
p { color: var(--ink); }
dl { margin: 0; }
dt { margin-top: 10px; overflow-wrap: anywhere; }
dd { margin: 0; color: var(--soft); }
dl + p { margin-top: 20px; }
`;

const links = html`<p><a href="../errors">All codes</a>, <a href="../">the start page of this service</a></p>`;

/**
 * Serves a page about each code of errors, to which `extensions.documentation` and the header `Link` lead: what it means, an example, and
 * what to do. Programs that accept JSON receive the same.
 */
export function serveErrorPages(app: Express, contextOf: ContextOf): void {
  app.get(
    errorsPath,
    page(contextOf, async () => indexPage()),
  );
  app.get(
    `${errorsPath}/:code`,
    page(contextOf, async (context, { params }) => pageOf(String(params['code']), context)),
  );
}

function indexPage(): Page {
  const codes = Object.entries(errorCodes);
  const entries = codes.map(
    ([code, meaning]) =>
      html`<dt><a href="errors/${code}">${code}</a></dt>
        <dd>${marked(meaning)}</dd>`,
  );
  const body = html`<p>What <code>extensions.code</code> of an error means, and what to do.</p>
    <dl>${entries}</dl>
    ${startLink}`;
  return { title: 'Codes of errors', style, body, json: errorCodes };
}

function pageOf(code: string, { publicUrl }: Context): Page {
  if (!Object.hasOwn(errorCodes, code))
    return {
      status: 404,
      title: 'There is no such code',
      style,
      body: links,
      json: { message: 'There is no such code.' },
    };
  const known = code as ErrorCode;
  const [meaning, [example, toDo, further]] = [errorCodes[known], errorHelp[known]];
  const answer = {
    message: meaning,
    extensions: { code, documentation: documentationOf(publicUrl, known), ...further },
  };
  return {
    title: code,
    style,
    body: html`<p>${marked(meaning)}</p>
      <h2>For example</h2>
      <pre tabindex="0">${example}</pre>
      <p>is answered with such an error:</p>
      <pre tabindex="0">${JSON.stringify({ errors: [answer] }, null, 2)}</pre>
      <h2>What to do</h2>
      <p>${marked(toDo)}</p>
      ${links}`,
    json: { code, meaning, example, toDo },
  };
}

/** A text whose parts between backticks are code. */
function marked(text: string): Html[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
