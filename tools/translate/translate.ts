import { existsSync, readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { quote } from 'shell-quote';
import { usageOf } from '../../src/process/command-usage.ts';
import { closeWorkers } from '../../src/platform/worker-pool.ts';
import { differenceLine } from './comparison/compare-trees.ts';
import type { FoundCall, ProvedAnswer } from './exchange.ts';
import type { Migrated, MigratedCall } from './migrate-calls.ts';
import { readCalls } from './read-calls.ts';
import { UnreadableCall } from './rest-call.ts';
import { Translator } from './translator.ts';
import { migratePath } from '../../rest-compat/row-documents.ts';
import { executableSchema } from '../../schema/index.ts';

/**
 * `npx runners translate` prints what calls of the REST interface become in GraphQL (docs/moving-over.md). With `--service` and `--key`, the
 * service also executes both and compares them. The exit code is 1 if a call cannot be translated or is not equal.
 */
const usage = `${usageOf('translate')}\n`;

/** Separates the options of this command from a call that begins with the word curl. */
function readArguments(args: readonly string[]) {
  const at = args.indexOf('curl');
  const own = at < 0 ? [...args] : args.slice(0, at);
  const { values, positionals } = parseArgs({
    args: own,
    options: {
      service: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  return { ...values, call: at < 0 ? positionals.join(' ') : quote(args.slice(at)) };
}

async function readText(call: string): Promise<string> {
  if (call === '') return textOf(process.stdin);
  return !call.includes('\n') && existsSync(call) ? readFileSync(call, 'utf8') : call;
}

/** The call as a HAR file, which the service reads. */
function asHar({ method, url, headers, body, recorded }: FoundCall): string {
  const pairs = Object.entries(headers)
    .filter(([name]) => name !== 'authorization')
    .map(([name, value]) => ({ name, value }));
  const postData = { mimeType: headers['content-type'], text: body.toString('base64'), encoding: 'base64' };
  const request = { method, url: `http://localhost${url}`, headers: pairs, ...(body.length > 0 ? { postData } : {}) };
  const startedDateTime = typeof recorded?.at === 'number' ? new Date(recorded.at).toISOString() : undefined;
  const response = recorded && responseOf(recorded.answer);
  return JSON.stringify({ log: { version: '1.2', entries: [{ startedDateTime, request, response }] } });
}

function responseOf({ status, headers, body }: ProvedAnswer) {
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }));
  // A size without a text says that the body was not recorded.
  const content = body ? { size: body.length, text: body.toString('base64'), encoding: 'base64' } : { size: 1 };
  return { status, headers: pairs, content };
}

/** Has the service translate, execute and compare a call. @throws Error if it does not answer */
async function migratedBy(service: string, key: string, call: FoundCall): Promise<MigratedCall> {
  const response = await fetch(new URL(migratePath, service), {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ call: asHar(call), key }),
  });
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    throw new UnreadableCall(
      `The service answered ${response.status}.${response.status === 404 ? ' It executes calls with PLAYGROUND=on only.' : ''}`,
    );
  const migrated = (await response.json()) as Migrated;
  if ('error' in migrated) throw new UnreadableCall(migrated.error);
  return migrated.calls[0] as MigratedCall;
}

function printed({ call, translation, comparison, recorded, reason }: MigratedCall): string {
  const lines = [`# ${call.method} ${call.url}`];
  if (reason !== undefined) lines.push('', reason);
  if (translation) {
    const { row, document, variables, fields, typescript, notes } = translation;
    lines.push('', `## Row\n\n${row}`, ...notes.map((note) => `\n${note}`));
    lines.push('', `## Document ${document.id}\n\n${document.text}`);
    lines.push('', `## Variables\n\n${JSON.stringify(variables, null, 2)}`);
    const sources = fields.map(({ field, from }) => `${field} <- ${from.join(', ') || '(the request)'}`);
    if (sources.length > 0) lines.push('', `## Fields of the old answer\n\n${sources.join('\n')}`);
    lines.push('', `## TypeScript\n\n${typescript}`);
  }
  if (comparison) {
    const { rest, made, graphql, equal } = comparison;
    lines.push('', `## ${equal ? 'Equal' : 'Different'}`);
    lines.push('', `The old answer: ${rest.status} ${rest.location ?? ''}\n${rest.body}`);
    lines.push('', `Made of the answer of GraphQL: ${made.status} ${made.location ?? ''}\n${made.body}`);
    if (!equal) lines.push('', `The answer of GraphQL:\n${graphql}`);
  }
  if (recorded) {
    lines.push('', `## ${recorded.differences.length === 0 ? 'Equal to' : 'Different from'} the recorded answer`);
    lines.push('', ...recorded.differences.map(differenceLine), ...recorded.notes);
  }
  return `${lines.join('\n')}\n`;
}

async function main(): Promise<void> {
  const { service, key, json, help, call } = readArguments(process.argv.slice(2));
  if (help) return void process.stdout.write(usage);
  const translator = new Translator(executableSchema());
  const done: MigratedCall[] = [];
  const text = await readText(call);
  const calls = readCalls(text, (path) => readFileSync(path));
  const isExecuted = service !== undefined && key !== undefined;
  if (!isExecuted && calls.some((one) => one.recorded))
    process.stderr.write(
      'The recorded answers are ignored without --service and --key: npx runners prove compares all.\n',
    );
  for (const one of calls) {
    const shown = { call: { method: one.method, url: one.url } };
    try {
      if (isExecuted) done.push(await migratedBy(service, key, one));
      else done.push({ ...shown, translation: translator.translate(await translator.read(one, 0)) });
    } catch (error) {
      if (!(error instanceof UnreadableCall)) throw error;
      done.push({ ...shown, reason: error.message });
    }
  }
  process.stdout.write(json ? `${JSON.stringify({ calls: done }, null, 2)}\n` : done.map(printed).join('\n'));
  const isWrong = ({ translation, comparison, recorded }: MigratedCall) =>
    !translation || comparison?.equal === false || (recorded?.differences.length ?? 0) > 0;
  if (done.some(isWrong)) process.exitCode = 1;
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  })
  .finally(() => closeWorkers());
