import { element } from './dom.ts';

/** What came of a call, as `/migrate/calls` answers it. */
export interface Judged {
  row: string | null;
  /** As `tools/translate/recorded/recorded-calls.ts` lists them. */
  verdict: string;
  reason?: string;
  variables?: Record<string, unknown>;
  differences: { path: string; recorded: string; answered: string }[];
  sent: string[];
}

/** A call of the file, and what came of it, once it is judged. */
export interface RecordedCall {
  line: string;
  judged: Judged | null;
}

/** What of a HAR file is on the page, and remembered by the tab of the browser. */
export interface Recording {
  name: string;
  calls: RecordedCall[];
  /** The verdict of the calls that are shown; null for all. */
  filter: string | null;
  /** The fields that are not needed, by the names of rows. */
  unticked: Record<string, string[]>;
}

const storedAt = 'migrate:recording';

/** Remembers a recording until the tab is closed, unless it is too long for that. */
export function remember(recording: Recording): void {
  try {
    sessionStorage.setItem(storedAt, JSON.stringify(recording));
  } catch {
    sessionStorage.removeItem(storedAt);
  }
}

export function remembered(): Recording | null {
  return JSON.parse(sessionStorage.getItem(storedAt) ?? 'null') as Recording | null;
}

/** A browser opens what is around the place to which a link leads. */
export const idOf = (row: string) => `of-${row.replaceAll(/\W/g, '-')}`;

/** The table of the calls. Each line appears as its call is judged, and buttons choose a verdict. */
export class CallTable {
  readonly element: HTMLElement;
  readonly #recording: Recording;
  readonly #changed: () => void;
  readonly #lines: HTMLElement[];
  readonly #progress = element('p', { role: 'status' });
  readonly #filters = element('p', { class: 'filters', role: 'group', 'aria-label': 'Show' });

  constructor(recording: Recording, changed: () => void) {
    this.#recording = recording;
    this.#changed = changed;
    this.#lines = recording.calls.map(({ line }) => element('tr', { hidden: true }, element('td', {}, line)));
    const head = element(
      'tr',
      {},
      ...['Recorded', 'REST call', 'Result'].map((name) => element('th', { scope: 'col' }, name)),
    );
    const table = element('table', {}, element('thead', {}, head), element('tbody', {}, ...this.#lines));
    const wide = element('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Calls' }, table);
    this.element = element(
      'div',
      {},
      element('h3', {}, `The calls of ${recording.name}`),
      this.#progress,
      this.#filters,
      wide,
    );
    for (const at of recording.calls.keys()) this.#fill(at);
    this.#count();
  }

  /** Shows what came of a call. */
  show(at: number): void {
    this.#fill(at);
    this.#count();
  }

  #fill(at: number): void {
    const [call, line] = [this.#recording.calls[at], this.#lines[at]];
    if (!call?.judged || !line) return;
    line.replaceChildren(...cellsOf(call.line, call.judged));
    line.setAttribute('data-verdict', call.judged.verdict);
    line.hidden = this.#recording.filter !== null && this.#recording.filter !== call.judged.verdict;
  }

  #count(): void {
    const { calls, filter } = this.#recording;
    const judged = calls.flatMap((call) => call.judged ?? []);
    const counts = [...Map.groupBy(judged, ({ verdict }) => verdict)].map(
      ([verdict, of]) => [verdict, of.length] as const,
    );
    const all = counts.map(([verdict, count]) => `${count} ${verdict}`).join('; ');
    this.#progress.textContent =
      judged.length < calls.length
        ? `${judged.length} of ${calls.length} calls are judged: ${all}`
        : `${calls.length} calls: ${all}.`;
    const button = (text: string, verdict: string | null) => {
      const made = element('button', { type: 'button', 'aria-pressed': String(filter === verdict) }, text);
      made.addEventListener('click', () => {
        this.#recording.filter = verdict;
        for (const at of calls.keys()) this.#fill(at);
        this.#count();
        this.#changed();
      });
      return made;
    };
    const focused = [...this.#filters.children].indexOf(document.activeElement as Element);
    this.#filters.replaceChildren(
      button(`All ${judged.length}`, null),
      ...counts.map(([verdict, count]) => button(`${count} ${verdict}`, verdict)),
    );
    if (focused >= 0) (this.#filters.children[focused] as HTMLElement | undefined)?.focus();
  }
}

function cellsOf(line: string, { row, verdict, reason, variables, differences }: Judged): HTMLElement[] {
  const text = element('pre', { tabindex: '0' }, JSON.stringify(variables, null, 2));
  const asked = variables ? element('details', {}, element('summary', {}, 'Variables'), text) : null;
  const items = differences.map((one) =>
    element('li', {}, `${one.path}: recorded ${one.recorded}, answered ${one.answered}`),
  );
  const list = element('ul', {}, ...items);
  const isNews = verdict === 'same fields, other values';
  const folded = element('details', {}, element('summary', {}, `${items.length} other values`), list);
  return [
    element('td', {}, line),
    element('td', {}, row === null ? '' : element('a', { href: `#${idOf(row)}` }, row), asked),
    element(
      'td',
      {},
      element('strong', {}, verdict),
      reason ? ` ${reason}` : '',
      items.length === 0 ? null : isNews ? folded : list,
    ),
  ];
}
