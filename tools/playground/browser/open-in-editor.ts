/** A tab of the editor, as GraphiQL stores it. */
interface Tab {
  id: string;
  hash: string | null;
  title: string;
  query: string;
  variables: string | null;
  headers: string | null;
  operationName: string | null;
  response: null;
}

/** Opens the editor with a further tab. The editor adds the tab when it is loaded (`openTab` in `tools/playground/playground-scripts.ts`). */
export function openInEditor(query: string, variables: string, apiKey: string): void {
  const [, operationName = null] = /(?:query|mutation|subscription)\s+(\w+)/.exec(query) ?? [];
  const tab: Tab = {
    id: String(Math.random()),
    hash: null,
    title: operationName ?? 'REST',
    query,
    variables,
    headers: JSON.stringify({ Authorization: `Bearer ${apiKey}` }, null, 2),
    operationName,
    response: null,
  };
  localStorage.setItem('playground:openTab', JSON.stringify(tab));
  location.assign('/graphql');
}
