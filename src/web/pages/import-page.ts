import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Express, RequestHandler } from 'express';
import type { ContextOf } from '../../request/identify.ts';
import { Html, html, inScript } from '../../platform/html.ts';
import { importDocuments } from './import-page.documents.ts';
import { importStyle } from './import-page.style.ts';
import { page } from './page.ts';
import type { Page } from './page.ts';

/** The path of the page. */
const importPath = '/import';

/** The modules of `src/web/browser/`, by their names. */
const modules = ((folder) =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const),
  ))(new URL('../browser/', import.meta.url));

/** The digest of them all, which is in their paths, so that they never change. */
const version = createHash('sha256')
  .update(JSON.stringify([...modules]))
  .digest('hex')
  .slice(0, 16);

/**
 * Serves the page on which people bring the files of their watch or the archive of another service. Its script has the key of the
 * link that leads to it, `/import#key=…`, which no server is sent as an address.
 */
export function serveImportPage(app: Express, contextOf: ContextOf): void {
  app.get(
    importPath,
    // What is relative to the address is not at one that ends with a slash.
    page(contextOf, async (_context, { path }) => (path === importPath ? importPage : { redirect: '../import' })),
  );
  app.get(`${importPath}/:version/:name`, serveModule);
}

const serveModule: RequestHandler<{ version: string; name: string }> = ({ params }, response, next) => {
  const content = params.version === version ? modules.get(params.name) : undefined;
  if (content === undefined) return next();
  response.set('Cache-Control', 'public, max-age=31536000, immutable').type('text/javascript').send(content);
};

const importPage: Page = {
  title: 'Bring your runs',
  style: importStyle,
  script: `import/${version}/import-page.js`,
  body: html`<p id="signed-out">
      Open this page by the link in your app: the link signs you in. Close it when you are done, if others use this
      computer.
    </p>
    <noscript><p>This page needs scripts.</p></noscript>
    <p id="problem" role="alert" hidden></p>
    <form id="form" hidden>
      <p id="who"></p>
      <label for="files">The archive of Strava, Garmin or this service, or files of your watch (FIT, TCX, GPX)</label>
      <input id="files" type="file" multiple aria-describedby="hint" />
      <p id="hint">
        You can also drag them here, or a folder. They may have 512 MiB in all. What is there already does not come in
        again.
      </p>
      <p id="dropped" role="status"></p>
      <label for="privacy">Who may see the runs</label>
      <select id="privacy" aria-describedby="seen">
        <option value="PRIVATE">Only you</option>
        <option value="FRIENDS">You and your friends</option>
        <option value="PUBLIC">Everybody</option>
      </select>
      <p id="seen">
        Nobody is notified, but the runs stand at the top of the feeds of those who may see them. An archive of this
        service says itself who may see each.
      </p>
      <label class="check"><input id="only-runs" type="checkbox" /> Leave out what is no run</label>
      <button>Bring them in</button>
    </form>
    <section id="import" aria-labelledby="import-title" hidden>
      <h2 id="import-title" tabindex="-1">Your import</h2>
      <p id="state" role="status"></p>
      <progress id="bar" aria-labelledby="import-title"></progress>
      <p id="counts"></p>
      <button id="cancel" type="button" hidden>Cancel the import</button>
      <ol id="results"></ol>
      <button id="more" type="button" hidden>Show more</button>
    </section>
    ${new Html(`<script type="application/json" id="documents">${inScript(importDocuments)}</script>`)}`,
};
