import { slugOf } from '../../rest-compat/contract/markdown.ts';

/** What can be referred to. */
export interface Places {
  /** Files and folders, by their paths; folders with the slash at the end. */
  paths: ReadonlySet<string>;
  /** Numbers of decisions: A1, W13 … */
  decisions: ReadonlySet<string>;
  /** Headings, field names and paths of the contract's pages, without case. */
  contract: ReadonlySet<string>;
  /** Headings of README, without case. */
  readme: ReadonlySet<string>;
  /** Anchors of each page of Markdown. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

const headingsOf = (page: string) =>
  [...page.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.replaceAll('`', ''),
  );

/** Collects the places of the repository. */
export function placesOf(files: readonly string[], read: (file: string) => string): Places {
  const pages = files.filter((file) => file.endsWith('.md'));
  const contract = pages.filter((file) => file.startsWith('docs/contract/')).map(read);
  const named = (page: string) => [...page.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return {
    paths: new Set(files.flatMap((file) => [file, ...foldersOf(file)])),
    decisions: new Set(
      [...read('docs/decisions.md').matchAll(/<a id="([A-Z]\d+)">/g)].map(([, number = '']) => number),
    ),
    contract: lowered(contract.flatMap((page) => [...headingsOf(page), ...named(page)])),
    readme: lowered(headingsOf(read('README.md'))),
    anchors: new Map(pages.map((file) => [file, anchorsOf(read(file))])),
  };
}

/** The anchors of a page: its headings, and those that it sets. A heading that comes again is numbered. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set([...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  for (const slug of headingsOf(page).map(slugOf)) {
    let anchor = slug;
    for (let i = 1; anchors.has(anchor); i++) anchor = `${slug}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}

const lowered = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));
