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
  /** The path of the script by which the values of the account can be copied; null without. */
  copyScript: string | null;
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

function frontPage({ publicUrl }: Context, { graphql, rest, playground, schema, demo, copyScript }: Interfaces): Page {
  // The addresses are relative, so that they are valid behind a proxy that adds a prefix.
  const api = rest.slice(1);
  return {
    title: 'Runners',
    style: frontStyle,
    ...(demo && copyScript !== null ? { script: copyScript } : {}),
    body: html`<p class="lead">
        A social network of runners, as a service: accounts, workouts with GPS points, feeds, pictures, people,
        friendships, conversations, routes and charity events. It speaks GraphQL, and the REST interface that older apps
        rely on.
      </p>
      <nav>
        ${card('#first-steps', 'First steps', 'A key, a first query and a first call, to be pasted into a terminal.')}
        ${playground ? card(graphql.slice(1), 'GraphQL editor', 'Queries, mutations and live subscriptions, with examples that run.') : []}
        ${playground && demo ? card('playground/people', 'Five people', 'What five people see of the same document, and why.') : []}
        ${playground && demo ? card('playground/live', 'Live', 'One person does something, and it arrives at another.') : []}
        ${schema ? card(`${graphql.slice(1)}/schema.graphql`, 'GraphQL schema', 'What can be asked of GraphQL, with its descriptions.') : []}
        ${playground && demo ? card('playground/rest', 'REST calls', 'What each call executes: its document, its SQL, and its time.') : []}
        ${card(`${api}/docs`, 'REST interface', 'Every call with its parameters, answers and errors. Search them and try them.')}
        ${playground ? card(`migrate${demo ? `#key=${demo.apiKey}` : ''}`, 'Moving to GraphQL', 'What a REST call becomes in GraphQL, and what becomes of a whole app.') : []}
        ${demo ? card(`import#key=${demo.apiKey}`, 'Bring your runs', 'The archive of another service, or files of a watch, for the demo account.') : []}
        ${card('errors', 'Codes of errors', 'What each code means, an example, and what to do.')}
      </nav>
      ${demo ? demoPart(demo, playground) : []} ${firstSteps(publicUrl, { graphql, rest, demo })}
      <footer>
        <p>
          OpenAPI 3.1: <a href="${api}/openapi.json">JSON</a>, <a href="${api}/openapi.yaml">YAML</a>. REST calls by
          their resources: <a href="${api}/?format=json">JSON</a>. Health: <a href="healthz">running</a>,
          <a href="readyz">ready</a>.
        </p>
      </footer>`,
  };
}

function card(address: string, name: string, text: string): Html {
  return html`<a class="card" href="${address}"><strong>${name}</strong> <span>${text}</span></a>`;
}

function demoPart({ email, password, username, apiKey }: Account, playground: boolean): Html {
  const values = Object.entries({ 'E-mail': email, Password: password, Username: username, Key: apiKey });
  const lines = values.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd><code>${value}</code></dd>`,
  );
  return html`<section>
    <h2>Demo account</h2>
    <p>The ${playground ? 'editor and the ' : ''}REST calls are signed in with it.</p>
    <dl>${lines}</dl>
  </section>`;
}

/** Commands for a terminal. Without demo data, somebody signs in first. */
function firstSteps(url: string, { graphql, rest, demo }: Pick<Interfaces, 'graphql' | 'rest' | 'demo'>): Html {
  const signIn = `curl ${url}${rest}/account/login/ -d email=you@example.com -d 'password=your password'`;
  const key = demo?.apiKey ?? 'the-key';
  const query = `curl ${url}${graphql} -H 'Authorization: Bearer ${key}' --json '{"query":"{ me { firstName } feed(first: 3) { nodes { body } } }"}'`;
  return html`<section id="first-steps">
    <h2>First steps</h2>
    ${
      demo
        ? []
        : html`<p>This command signs in over REST. The key that it returns works for both interfaces.</p>
            <pre tabindex="0">${signIn}</pre>`
    }
    <p>This command asks GraphQL who is signed in, and for three posts:</p>
    <pre tabindex="0">${query}</pre>
    ${
      demo
        ? html`<p>This command reads the friends feed over REST:</p>
            <pre tabindex="0">${feedCommand(url, demo)}</pre>`
        : []
    }
  </section>`;
}
