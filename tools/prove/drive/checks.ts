import { modules } from '../../../rest-compat/contract/modules.ts';
import { records } from '../../../rest-compat/contract/records.ts';
import type { RowDescription } from '../../../rest-compat/contract/description.ts';
import { plainFields } from '../../../rest-compat/endpoint.ts';
import { table } from '../../../rest-compat/table.ts';
import type { ProvedAnswer } from '../../translate/exchange.ts';
import { treeOf } from '../../translate/comparison/tree.ts';
import type { Driven, DrivenCall } from './driven.ts';
import { Skipped } from './driven.ts';
import { effects } from './effects/index.ts';
import { faultOfField, samplesIn } from './fields.ts';
import type { Sample } from './fields.ts';
import { pathOf, writes } from './row-calls.ts';
import { refusals } from './refusals.ts';
import { sameInFormats } from './same-in-formats.ts';

/** A statement of the contract, and how a server is asked whether it holds it. */
export interface Check {
  /** The row or record, and a few words: `GET /me/: XML by Accept`. */
  name: string;
  says: string;
  /** Returns what is wrong, or null. @throws Skipped, or Error for what is wrong */
  holds: (to: Driven) => Promise<string | null>;
}

type Answered = ProvedAnswer & { body: Buffer };
const described = Object.entries(Object.assign({}, ...Object.values(modules)) as Record<string, RowDescription>);
const gets = described.filter(([label]) => label.startsWith('GET '));
const methodOf = (label: string) => label.split(' ', 1)[0]!;

/** Makes the call of a row. @throws Skipped for a row that the kit cannot call */
async function callOf(to: Driven, label: string): Promise<DrivenCall> {
  if (label.startsWith('GET ')) return { by: await to.ann(), path: await pathOf(label, to) };
  const make = writes[label];
  if (!make) throw new Skipped('It takes an account of the social network.');
  return make(to);
}

/** The answer of a row as JSON, once for all checks. */
export const answerOf = (to: Driven, label: string): Promise<Answered> =>
  to.once(`answer of ${label}`, async () => {
    if (label.startsWith('GET ')) await richer(to);
    return to.send(methodOf(label), await callOf(to, label));
  });

/** Makes what lists should have before they are read. */
const richer = (to: Driven) =>
  to.once('everything', async () => {
    for (const kind of ['picture', 'comment', 'message', 'friendship']) await to.id(kind);
    const like = { object_type: 'post', object_id: await to.id('post') };
    await to.send('POST', { by: await to.bob(), path: '/like/toggle/', body: like });
  });

const sent =
  (label: string, format: 'json' | 'xml' | 'yaml', accept: string, query = '') =>
  async (to: Driven) => {
    await answerOf(to, label);
    const call = await callOf(to, label);
    // Other checks have written since.
    const plain = await to.send('GET', call);
    const path = query === '' ? call.path : `${call.path}${call.path.includes('?') ? '&' : '?'}${query}`;
    return sameInFormats(plain, await to.send('GET', { ...call, path }, { accept }), format);
  };

const statusFault = (answer: Answered, expected: readonly number[]) =>
  expected.includes(answer.status) ? null : `it answered ${answer.status} ${answer.body.toString().slice(0, 200)}`;

const successes: Check[] = described.map(([label, { answers }]) => ({
  name: `${label}: succeeds`,
  says: `It answers ${[...new Set(answers.map(({ status }) => status))].join(' or ')}, with ${answers[0]!.body === 'empty' ? 'no body' : 'the body that it documents'}${answers[0]!.location === undefined ? '' : `, and the URI of ${answers[0]!.location} as Location`}.`,
  async holds(to) {
    const answer = await answerOf(to, label);
    const fault = statusFault(
      answer,
      answers.map(({ status }) => status),
    );
    if (fault !== null) return fault;
    const { body, location } = answers.find(({ status }) => status === answer.status)!;
    if (location !== undefined && !/^https?:\/\/[^/]+\/(?:[\w-]+\/)+\d+\/$/.test(answer.headers['location'] ?? ''))
      return `Location is ${answer.headers['location'] ?? 'missing'}, and not an absolute URI`;
    if (body === 'empty')
      return answer.body.length === 0 ? null : `it has a body: ${answer.body.toString().slice(0, 100)}`;
    if (answer.headers['content-type'] !== 'application/json; charset=utf-8' && answer.body.length > 0)
      return `its Content-Type is ${answer.headers['content-type']}`;
    return answer.body.length === 0 && Object.keys(body).join() !== 'fields' ? 'it has no body' : null;
  },
}));

const byFormat = [
  ['XML by Accept', 'xml', 'application/xml', ''],
  ['YAML by Accept', 'yaml', 'text/yaml', ''],
  ['XML by format', 'xml', '*/*', 'format=xml'],
  ['YAML by format', 'yaml', '*/*', 'format=yaml'],
  ['JSON by format', 'json', 'application/xml', 'format=json'],
] as const;
const formats: Check[] = gets.flatMap(([label]) =>
  byFormat.map(([name, format, accept, query]) => ({
    name: `${label}: ${name}`,
    says: `It says the same in ${name.replace('by format', `with ${query}`)} as in JSON.`,
    holds: sent(label, format, accept, query),
  })),
);

/** The path at which a write can be read: that of what it has made, or its own. */
const readAt = (label: string, { path }: DrivenCall, answer: Answered) => {
  const { location } = answer.headers;
  if (location !== undefined) return new URL(location, 'http://kit').pathname;
  return /^PATCH \/(?:user|profile|preferences)\//.test(label) ? path : null;
};

/** What is read of a write is what was sent, in each format in which it can be sent. Returns the first field that is not. */
async function keptFault(to: Driven, label: string, call: DrivenCall, answer: Answered): Promise<string | null> {
  const path = readAt(label, call, answer);
  if (path === null || !call.by) return null;
  const record = await to.read(call.by, path);
  const plain = (value: unknown) =>
    typeof value === 'number' || /^-?\d+\.\d+$/.test(String(value)) ? Number(value) : String(value).replace(/Z$/, '');
  for (const [name, value] of Object.entries(call.body ?? {})) {
    if (!(name in record) || typeof value === 'object') continue;
    const found = plain(record[name]);
    const isSame = name === 'run_date' ? String(found).startsWith(String(plain(value))) : found === plain(value);
    if (!isSame) return `${name} is ${JSON.stringify(record[name])}, and ${JSON.stringify(value)} was sent`;
  }
  return null;
}

const bodies: Check[] = described
  .filter(([label, { body }]) => body && writes[label])
  .flatMap(([label, { answers }]) =>
    (table[label]!.takes ?? plainFields).map((as) => ({
      name: `${label}: body as ${as}`,
      says: `It takes its fields as ${as}, and they are read as they were sent.`,
      async holds(to: Driven) {
        const call = await callOf(to, label);
        const answer = await to.send(methodOf(label), call, { as });
        const statuses = answers.map(({ status }) => status);
        return statusFault(answer, statuses) ?? keptFault(to, label, call, answer);
      },
    })),
  );

const overrides: Check[] = described
  .filter(([label]) => /^(?:PATCH|DELETE) /.test(label))
  .map(([label, { answers }]) => ({
    name: `${label}: override`,
    says: `A POST with X-HTTP-Method-Override: ${methodOf(label)} does the same.`,
    async holds(to) {
      const headers = { 'x-http-method-override': methodOf(label) };
      const call = await callOf(to, label);
      const answer = await to.send('POST', call, { headers });
      const statuses = answers.map(({ status }) => status);
      const fault = statusFault(answer, statuses) ?? (await keptFault(to, label, call, answer));
      if (fault !== null || methodOf(label) !== 'DELETE') return fault;
      const status = await to.status('GET', call.by!, call.path);
      return status === 404 ? null : `it is answered with ${status} afterwards`;
    },
  }));

const keyless: Check[] = described
  .filter(([label]) => !table[label]!.open)
  .map(([label]) => ({
    name: `${label}: without a key`,
    says: 'Without an Authorization header it answers 401 with no body.',
    async holds(to) {
      const path = await pathOf(label, to, '1');
      const answer = await to.send(methodOf(label), { by: null, path: path.replaceAll(/[[{]\w+[\]}]/g, '1') });
      return statusFault(answer, [401]) ?? (answer.body.length === 0 ? null : 'it has a body');
    },
  }));

/** The records in the answers of all rows. */
const samples = (to: Driven): Promise<Map<string, Sample[]>> =>
  to.once('samples', async () => {
    const found = new Map<string, Sample[]>();
    for (const [label, { answers }] of described) {
      // What a row does wrong is said by its own check.
      const answer = await answerOf(to, label).catch(() => null);
      const documented = answers.find(({ status }) => status === answer?.status);
      if (!answer || !documented || answer.body.length === 0) continue;
      try {
        samplesIn(documented.body, treeOf('json', answer.body), label, found);
      } catch {
        continue;
      }
    }
    return found;
  });

const fields: Check[] = Object.entries(records).flatMap(([record, description]) =>
  Object.entries(description.fields).map(([name, field]) => ({
    name: `${record}: ${name}`,
    says: `${field.optional ? 'Where it is there, the' : 'The'} field \`${name}\` is ${field.nullable ? 'null or ' : ''}${typeof field.type === 'string' ? `a value of the form ${field.type}` : JSON.stringify(field.type).replaceAll(/[{}"]/g, '').replace(':', ' of ')}${field.values ? `: ${field.values.join(', ')}` : ''}.`,
    async holds(to: Driven) {
      const found = await samples(to);
      if (found.size === 0) return 'no row has answered with any record';
      const own = found.get(record) ?? [];
      if (own.length === 0) throw new Skipped('No answer has had such a record.');
      return faultOfField(name, field, own);
    },
  })),
);

/** All checks, in the order in which they are made. */
export const checks: readonly Check[] = [
  ...keyless,
  ...successes,
  ...fields,
  ...effects,
  ...formats,
  ...bodies,
  ...overrides,
  ...refusals(described),
];
