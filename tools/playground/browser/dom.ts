const theme = localStorage.getItem('graphiql:theme');
// The pages have the theme that was chosen in the settings of the editor.
if (theme) document.documentElement.classList.add(`graphiql-${theme}`);

type Child = Node | string | null;
type Attributes = Record<string, string | boolean>;

/** Creates an element. An attribute that is false is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The element with this id. @throws Error without one, or if it is of another kind */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with the id ${id}`);
  return found;
}

/** The data that the server has put into the page. */
export function pageData<Data>(): Data {
  return JSON.parse(document.getElementById('playground-data')?.textContent ?? 'null') as Data;
}

/** A button that copies a text, and says so for a moment. */
export function copyButton(label: string, text: string | (() => string), attributes: Attributes): HTMLButtonElement {
  const button = element('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = label), 1500);
    });
  });
  return button;
}

/** Replaces the options of a list. */
export function fill(select: HTMLSelectElement, options: readonly (readonly [value: string, text: string])[]): void {
  select.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
}

/** Runs work of a button: the button is disabled meanwhile, and what goes wrong is shown in `place`. */
export async function working(button: HTMLButtonElement, place: HTMLElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    place.replaceChildren(element('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)));
  } finally {
    button.disabled = false;
  }
}

/** Takes the key that a link gives along (`#key=…`) out of the address; null if it gives none. */
export function keyOfLink(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key !== null) history.replaceState(null, '', location.pathname);
  return key;
}
