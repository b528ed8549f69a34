import type { Express } from 'express';
import type { Context } from '../../domain/context.ts';
import type { ContextOf } from '../../request/identify.ts';
import { html } from '../../platform/html.ts';
import type { Html } from '../../platform/html.ts';
import { page } from './page.ts';
import type { Page } from './page.ts';
import { frontStyle } from './front-page.style.ts';

/** How to sign in to the demo data. */
interface Account {
  username: string;
  email: string;
  password: string;
  apiKey: string;
}

/** What the page leads to. */
export interface Interfaces {
  /** The paths of the interfaces. */
  graphql: string;
  rest: string;
  /** Whether the pages for developers are served, and the schema. */
  playground: boolean;
  schema: boolean;
  /** How to sign in to the demo data; null without. */
  demo: Account | null;
}

/** The first page of the service: what it is, where its interfaces are, and a call to begin with. */
export function serveFrontPage(app: Express, contextOf: ContextOf, interfaces: Interfaces): void {
  app.get(
    '/',
    page(contextOf, async (context) => frontPage(context, interfaces)),
  );
}

/** A command that reads the friends feed of an account over REST. */
export function feedCommand(url: string, { username, apiKey }: Pick<Account, 'username' | 'apiKey'>): string {
  return `curl -H 'Authorization: ApiKey ${username}:${apiKey}' '${url}/api/v1/post/?type=friends&limit=3'`;
}

function frontPage({ publicUrl }: Context, { graphql, rest, playground, schema, demo }: Interfaces): Page {
  // The addresses are relative, so that they are valid behind a proxy that adds a prefix.
  const api = rest.slice(1);
  return {
    title: 'Runners',
    style: frontStyle,
    body: html`<p class="lead">
        A social network of runners, as a service: accounts, workouts with GPS points, feeds, pictures, people,
        friendships, conversations, routes and charity events. It speaks GraphQL, and the REST interface that older apps
        rely on.
      </p>
      <nav>
        ${playground ? card(graphql.slice(1), 'GraphQL playground', 'Queries, mutations and live subscriptions, with examples that run.') : []}
        ${!playground && schema ? card(`${graphql.slice(1)}/schema.graphql`, 'GraphQL schema', 'What can be asked of GraphQL, with its descriptions.') : []}
        ${card(`${api}/docs`, 'REST documents', 'Every path with its parameters, answers and errors. Search them and try them.')}
        ${playground ? card('migrate', 'Moving to GraphQL', 'What a REST call becomes in GraphQL: its document, its variables and its fields.') : []}
        ${card(`${api}/?format=json`, 'REST resources', 'The resources with their lists and their fields, as JSON, XML or YAML.')}
      </nav>
      ${demo ? demoPart(publicUrl, demo, playground) : signInPart(publicUrl + rest)}
      <footer>
        <p>
          OpenAPI 3.1: <a href="${api}/openapi.json">JSON</a>, <a href="${api}/openapi.yaml">YAML</a>. Health:
          <a href="healthz">running</a>, <a href="readyz">ready</a>.
        </p>
      </footer>`,
  };
}

function card(address: string, name: string, text: string): Html {
  return html`<a class="card" href="${address}"><strong>${name}</strong> <span>${text}</span></a>`;
}

function demoPart(url: string, demo: Account, playground: boolean): Html {
  const { email, password, username, apiKey } = demo;
  return html`<section>
    <h2>Demo account</h2>
    <p>The ${playground ? 'playground and the ' : ''}REST documents are signed in with it.</p>
    <dl>
      <dt>E-mail</dt>
      <dd>${email}</dd>
      <dt>Password</dt>
      <dd>${password}</dd>
      <dt>Username</dt>
      <dd>${username}</dd>
      <dt>Key</dt>
      <dd>${apiKey}</dd>
    </dl>
    <p>This command reads its friends feed over REST:</p>
    <pre>${feedCommand(url, demo)}</pre>
  </section>`;
}

function signInPart(rest: string): Html {
  return html`<section>
    <h2>Begin</h2>
    <p>This command signs in over REST. The key that it returns works for both interfaces.</p>
    <pre>curl ${rest}/account/login/ -d email=you@example.com -d 'password=your password'</pre>
  </section>`;
}
