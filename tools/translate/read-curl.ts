import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { parse } from 'shell-quote';
import { restUrl, shortened, UnreadableCall } from './rest-call.ts';
import type { RestCall } from './rest-call.ts';

/** Returns the content of a file that a command line names. */
type ReadFile = (path: string) => Buffer;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** The options that decide what is sent. */
const sent = {
  request: { ...text, short: 'X' },
  url: texts,
  header: { ...texts, short: 'H' },
  data: { ...texts, short: 'd' },
  'data-ascii': texts,
  'data-raw': texts,
  'data-binary': texts,
  'data-urlencode': texts,
  json: texts,
  get: { ...flag, short: 'G' },
  head: { ...flag, short: 'I' },
} as const satisfies ParseArgsOptionsConfig;

/** Options that change nothing that the interface reads: the connection, the output, and credentials of proxies. */
const ignored = {
  user: { ...text, short: 'u' },
  'user-agent': { ...text, short: 'A' },
  referer: { ...text, short: 'e' },
  cookie: { ...text, short: 'b' },
  'cookie-jar': { ...text, short: 'c' },
  output: { ...text, short: 'o' },
  'write-out': { ...text, short: 'w' },
  'max-time': { ...text, short: 'm' },
  'connect-timeout': text,
  retry: text,
  cacert: text,
  proxy: { ...text, short: 'x' },
  compressed: flag,
  silent: { ...flag, short: 's' },
  'show-error': { ...flag, short: 'S' },
  include: { ...flag, short: 'i' },
  verbose: { ...flag, short: 'v' },
  insecure: { ...flag, short: 'k' },
  location: { ...flag, short: 'L' },
  fail: { ...flag, short: 'f' },
  'http1.1': flag,
  http2: flag,
} as const satisfies ParseArgsOptionsConfig;

/** The most words of a line, and the most characters of a header, which HTTP servers accept no longer. */
const mostWords = 1000;
const longestHeader = 16 * 1024;

const formType = 'application/x-www-form-urlencoded';

/**
 * Reads a command line of curl, with the quotes and line continuations of a shell.
 * @param readFile reads the file of `@file`; by default it is refused
 * @throws UnreadableCall for options that the interface does not accept, or that are not known
 */
export function readCurl(line: string, readFile: ReadFile = noFile): RestCall {
  const { values, positionals } = argumentsOf(words(line));
  const addresses = [...positionals, ...(values.url ?? [])];
  if (addresses.length !== 1)
    throw new UnreadableCall(addresses.length === 0 ? 'The line has no URL.' : 'The line has more than one URL.');
  const headers = headersOf(values.header ?? []);
  const parts = bodyParts(values, readFile);
  const isData = parts.length > 0;
  const body = Buffer.concat(parts);
  let url = restUrl(addresses[0] ?? '');
  if (values.get && isData) url += `${url.includes('?') ? '&' : '?'}${body.toString()}`;
  const carries = isData && !values.get;
  if (carries && values.json) for (const name of ['content-type', 'accept']) headers[name] ??= 'application/json';
  else if (carries) headers['content-type'] ??= formType;
  const method = values.request ?? (values.head ? 'HEAD' : carries ? 'POST' : 'GET');
  return { method, url, headers, body: carries ? body : Buffer.alloc(0) };
}

/** The words of a line, as a shell reads them. Variables of the shell are left as they are. */
function words(line: string): string[] {
  const joined = line.trim().replaceAll(/\\\r?\n\s*/g, ' ');
  const all: string[] = [];
  for (const word of parse(joined, (name) => `$${name}`)) {
    if (typeof word === 'string') all.push(word);
    else if ('pattern' in word) all.push(word.pattern);
    else if ('comment' in word) break;
    else
      throw new UnreadableCall(
        `A shell would read \`${word.op}\` as a command of its own. Put the URL and the body in quotes, and leave out other commands.`,
      );
  }
  if (all.length > mostWords) throw new UnreadableCall(`The line has more than ${mostWords} words.`);
  return all.filter((word) => word !== '');
}

function argumentsOf([command, ...args]: string[]) {
  if (command !== 'curl') throw new UnreadableCall('The line does not begin with curl.');
  const refused = args.find((arg) => /^(-F|--form|--form-string|-T|--upload-file)/.test(arg));
  if (refused !== undefined)
    throw new UnreadableCall(
      `The option ${shortened(refused)} sends a form of several parts or a file, which the REST interface does not accept: send fields with -d, and a file with --data-binary and its Content-Type.`,
    );
  try {
    return parseArgs({ args, options: { ...sent, ...ignored }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UnreadableCall(`This option of curl is not understood: ${shortened((error as Error).message)}`);
  }
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    if (!/^[^;\s]+$/.test(name)) throw new UnreadableCall(`This is not a header: ${shortened(line)}`);
    if (line.length > longestHeader)
      throw new UnreadableCall(`A header has at most ${longestHeader} characters: ${shortened(line)}`);
    if (value !== '') headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** The parts of the body, of which those of `--json` follow each other directly, and others with `&` between them. */
function bodyParts(values: ReturnType<typeof argumentsOf>['values'], readFile: ReadFile): Buffer[] {
  const ofFile = (value: string) => (value.startsWith('@') ? readFile(value.slice(1)) : Buffer.from(value));
  if (values.json) return values.json.map(ofFile);
  const plain = [...(values.data ?? []), ...(values['data-ascii'] ?? [])].map((value) =>
    value.startsWith('@')
      ? Buffer.from(
          readFile(value.slice(1))
            .toString()
            .replaceAll(/[\r\n]/g, ''),
        )
      : Buffer.from(value),
  );
  const raw = (values['data-raw'] ?? []).map((value) => Buffer.from(value));
  const binary = (values['data-binary'] ?? []).map(ofFile);
  const encoded = (values['data-urlencode'] ?? []).map((value) => {
    if (/^[^=]*@/.test(value)) throw new UnreadableCall('The option --data-urlencode with @ is not understood.');
    const at = value.indexOf('=');
    const name = at > 0 ? `${value.slice(0, at)}=` : '';
    return Buffer.from(name + encodeURIComponent(at < 0 ? value : value.slice(at + 1)));
  });
  return [...plain, ...raw, ...binary, ...encoded].flatMap((part, i) => (i === 0 ? [part] : [Buffer.from('&'), part]));
}

function noFile(path: string): never {
  throw new UnreadableCall(
    `The line reads its body from the file ${shortened(path)}, which is not here: put its content in place of @${shortened(path)}, or use npx runners translate.`,
  );
}
