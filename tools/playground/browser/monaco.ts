/** The part of the API of the editor that is used. */
export interface Model {
  uri: { path: string };
  getValue(): string;
  setValue(value: string): void;
  onDidChangeContent(heard: (event: { isFlush: boolean }) => void): void;
}
export interface Monaco {
  editor: { getModels(): Model[]; onDidCreateModel(heard: (model: Model) => void): void };
}

/** The model of a part of the chosen tab: `operation`, `variables` or `request-headers`. */
export function modelOf(part: string): Model | undefined {
  const { monaco } = globalThis as { monaco?: Monaco };
  return monaco?.editor.getModels().find(({ uri }) => uri.path.includes(part));
}

/** Opens a document in a new tab, with its variables in sight, and with the focus on what runs it. */
export async function openTab(query: string, variables: string): Promise<void> {
  document.querySelector<HTMLElement>('.graphiql-tab-add')?.click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  modelOf('variables')?.setValue(variables);
  modelOf('operation')?.setValue(query);
  const tools = [...document.querySelectorAll<HTMLElement>('.graphiql-editor-tools button')];
  if (variables !== '') tools.find(({ textContent }) => textContent === 'Variables')?.click();
  document.querySelector<HTMLElement>('.graphiql-execute-button')?.focus();
}
