import { element } from './dom.ts';
import type { GroupedExample } from './grouped-example.ts';
import { openTab } from './monaco.ts';

/** Shows the examples in their groups, with a search. A chosen one is opened in a new tab. */
export function showExamples(examples: readonly GroupedExample[]): void {
  const search = element('input', { type: 'search', 'aria-label': 'Search examples', placeholder: 'Search' });
  const parts = [...Map.groupBy(examples, ({ group }) => group)].map(([group, of]) => {
    const items = of.map((one) => ({ one, item: element('li', {}, ...itemOf(one, () => dialog.close())) }));
    return {
      items,
      part: element('section', {}, element('h3', {}, group), element('ul', {}, ...items.map(({ item }) => item))),
    };
  });
  const people = element('a', { href: '/playground/people' }, 'Five people');
  const nothing = element(
    'p',
    { class: 'soft', hidden: true },
    'No example has these words. Who sees what, and why, is on the page ',
    people,
    '. What a field costs is below each answer.',
  );
  search.addEventListener('input', () => {
    const words = search.value
      .toLowerCase()
      .split(/[\s-]+/)
      .filter(Boolean);
    for (const { items, part } of parts) {
      for (const { one, item } of items) {
        const text = `${one.group} ${item.textContent} ${one.query}`.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
      }
      part.hidden = items.every(({ item }) => item.hidden);
    }
    nothing.hidden = !parts.every(({ part }) => part.hidden);
  });
  const close = element('button', { type: 'button' }, 'Close');
  const dialog = element(
    'dialog',
    { class: 'explained examples', 'aria-label': 'Examples' },
    element('p', { class: 'head' }, search, close),
    ...parts.map(({ part }) => part),
    nothing,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function itemOf({ name, about, query, variables, takesFile }: GroupedExample, done: () => void): HTMLElement[] {
  const button = element('button', { type: 'button' }, element('strong', {}, name), element('span', {}, ` ${about}`));
  button.addEventListener('click', () => {
    done();
    void openTab(query, variables);
  });
  if (!takesFile) return [button];
  const file = element('input', { type: 'file', accept: '.gpx', id: `file-${name}` });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    done();
    void chosen.text().then((gpx) => openTab(query, JSON.stringify({ input: { gpx } }, null, 2)));
  });
  return [button, element('label', { for: file.id }, 'Upload a GPX file of yours'), file];
}
