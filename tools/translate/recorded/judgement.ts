import { differencesOf } from '../comparison/compare-answers.ts';
import type { Moments } from '../comparison/compare-answers.ts';
import type { Difference } from '../comparison/compare-trees.ts';
import { isNews, withoutNews } from '../comparison/news.ts';
import { Pairs } from '../comparison/pairs.ts';
import { formatOfType, treeOf } from '../comparison/tree.ts';
import type { Tree } from '../comparison/tree.ts';
import type { ProvedAnswer } from '../exchange.ts';

/** What is asked about a recorded answer, whose body is given beside it. */
export interface JudgingJob {
  format: 'judging';
  recorded: Omit<ProvedAnswer, 'body'>;
  /** Whether the recording has the body. */
  hasBody: boolean;
  /** The fields of the answers of the row, as `FieldSource.field` names them. */
  fields: readonly string[];
  /** The answer of this service, or null if the call was not executed. */
  answered: (Omit<ProvedAnswer, 'body'> & { body: string }) | null;
  moments: Moments;
  /** Whether the call creates something, so that ids may be new. */
  isWrite: boolean;
  signsIn: boolean;
}

/** What came of a recorded answer. */
export interface Judgement {
  /** Those of the fields of the row that it has. */
  sent: string[];
  /** The first of the places at which the answer of this service says something else. */
  differences: Difference[];
  /** Those of them that do not come of what has happened since it was recorded. */
  lasting: Difference[];
}

/** The largest number of differences that are told. */
const mostDifferences = 100;

/** Reads a recorded answer, and compares it by its meaning with that of this service. */
export function judgement(bytes: Buffer, job: JudgingJob): Judgement {
  const body = job.hasBody ? bytes : null;
  const sent = fieldsSent(body, job);
  if (!job.answered) return { sent, differences: [], lasting: [] };
  const pairs = new Pairs();
  pairs.mayBegin = job.isWrite;
  const answered = { ...job.answered, body: Buffer.from(job.answered.body) };
  // Whether these are there is not known of an answer that was made without a network.
  const { allow: _allow, 'www-authenticate': _authenticate, 'retry-after': _retry, ...headers } = job.recorded.headers;
  const recorded = { status: job.recorded.status, headers, body };
  const { moments, signsIn } = job;
  const differences = differencesOf(recorded, answered, { pairs, moments, ruled() {}, signsIn });
  if (differences.length === 0) return { sent, differences, lasting: [] };
  const anew = new Pairs();
  anew.mayBegin = job.isWrite;
  const comparing = { pairs: anew, moments, ruled() {}, signsIn, prepare: withoutNews };
  const lasting = differencesOf(recorded, answered, comparing).filter(
    (one) => !isNews(one, moments.recorded?.at ?? null),
  );
  return { sent, differences: differences.slice(0, mostDifferences), lasting: lasting.slice(0, mostDifferences) };
}

/** The fields of the row by the names on their paths, of which `[]` is one. */
type Names = Map<string, { names: Names; field: string | null }>;

function namesOf(fields: readonly string[]): Names {
  const root: Names = new Map();
  for (const field of fields) {
    let names = root;
    const parts = field.replaceAll('[]', '.[]').split('.').filter(Boolean);
    for (const [i, part] of parts.entries()) {
      if (!names.has(part)) names.set(part, { names: new Map(), field: null });
      const found = names.get(part)!;
      if (i === parts.length - 1) found.field = field;
      ({ names } = found);
    }
  }
  return root;
}

/** Looks up what the row has, and nothing else, so that it takes no longer than reading the body whatever the body names. */
function fieldsSent(body: Buffer | null, { recorded: { headers }, fields }: JudgingJob): string[] {
  const found = new Set<string>(headers['location'] === undefined ? [] : ['Location']);
  const visit = (tree: Tree, { names, field }: { names: Names; field: string | null }): void => {
    const items = names.get('[]');
    if (tree.kind === 'list') for (const item of items ? tree.items : []) visit(item, items!);
    else if (tree.kind === 'map')
      for (const [name, below] of names) {
        const each = tree.fields.get(name);
        if (each) visit(each, below);
      }
    else if (field !== null) found.add(field);
  };
  const format = formatOfType(headers['content-type']);
  const root = { names: namesOf(fields), field: null };
  try {
    if (!body || body.length === 0 || (format !== 'json' && format !== 'yaml' && format !== 'xml')) return [...found];
    const tree = treeOf(format, body);
    // The name of the root element of XML is none of a field.
    if (format !== 'xml') visit(tree, root);
    else if (tree.kind === 'map') for (const one of tree.fields.values()) visit(one, root);
  } catch {
    // What cannot be read has no fields.
  }
  return [...found];
}
