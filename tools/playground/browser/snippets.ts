import { copyButton, element, fill } from './dom.ts';
import { modelOf } from './monaco.ts';

interface Asked {
  url: string;
  query: string;
  variables: unknown;
  key: string;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const template = (query: string) =>
  query.trim().replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');

const isMutation = (query: string) => query.split('\n').some((line) => line.trimStart().startsWith('mutation'));

/** A document as the code of a client. */
const snippets: Readonly<Record<string, (asked: Asked) => string>> = {
  curl: ({ url, query, variables, key }) =>
    `curl ${url} -H ${quoted(`Authorization: Bearer ${key}`)} --json ${quoted(JSON.stringify({ query, variables }))}`,
  fetch: ({ url, query, variables, key }) => `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ${key}' },
  body: JSON.stringify({ query: \`${template(query)}\`, variables: ${json(variables)} }),
});
const { data, errors } = await response.json();`,
  'Apollo Client': ({
    url,
    query,
    variables,
    key,
  }) => `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';

const client = new ApolloClient({
  link: new HttpLink({ uri: '${url}', headers: { Authorization: 'Bearer ${key}' } }),
  cache: new InMemoryCache(),
});
const { data } = await client.${isMutation(query) ? 'mutate({ mutation' : 'query({ query'}: gql\`${template(query)}\`, variables: ${json(variables)} });`,
  urql: ({ url, query, variables, key }) => `import { cacheExchange, Client, fetchExchange, gql } from '@urql/core';

const client = new Client({
  url: '${url}',
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers: { Authorization: 'Bearer ${key}' } },
});
const { data, error } = await client.${isMutation(query) ? 'mutation' : 'query'}(gql\`${template(query)}\`, ${json(variables)});`,
  Python: ({ url, query, variables, key }) => `import json
from urllib.request import Request, urlopen

query = ${JSON.stringify(query)}
variables = json.loads(${JSON.stringify(JSON.stringify(variables))})
request = Request(
    "${url}",
    data=json.dumps({"query": query, "variables": variables}).encode(),
    headers={"Content-Type": "application/json", "Authorization": "Bearer ${key}"},
)
with urlopen(request) as response:
    answer = json.load(response)
print(answer["data"])`,
};

/** Shows the document of the chosen tab as code of several clients. */
export function showSnippets(): void {
  const asked = askedNow();
  const choice = element('select', { id: 'client' });
  const text = element('pre', { tabindex: '0' });
  const show = () => void (text.textContent = snippets[choice.value]?.(asked) ?? '');
  fill(
    choice,
    Object.keys(snippets).map((name) => [name, name] as const),
  );
  choice.addEventListener('change', show);
  const close = element('button', { type: 'button', class: 'close' }, 'Close');
  const copy = copyButton('Copy', () => text.textContent ?? '', {});
  const head = element('p', { class: 'row' }, element('label', { for: 'client' }, 'As code for '), choice, copy);
  const dialog = element('dialog', { class: 'explained snippets', 'aria-label': 'Code' }, head, text, close);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  show();
  dialog.showModal();
}

function askedNow(): Asked {
  const read = (part: string): unknown => {
    try {
      return JSON.parse(modelOf(part)?.getValue() || '{}') as unknown;
    } catch {
      return {};
    }
  };
  const { Authorization = '' } = read('request-headers') as { Authorization?: string };
  return {
    url: `${location.origin}/graphql`,
    query: modelOf('operation')?.getValue() ?? '',
    variables: read('variables'),
    key: Authorization.replace(/^Bearer /, '') || 'YOUR-KEY',
  };
}
