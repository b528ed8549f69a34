import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A call that a client program makes. A body of fields is written by the program itself, as a form or as JSON. */
export interface ProgramCall {
  method: string;
  path: string;
  accept?: string | undefined;
  authorization?: string | undefined;
  override?: string | undefined;
  type?: string | undefined;
  body?: Buffer | string | Readonly<Record<string, unknown>> | undefined;
}

/** What the program has received. */
export interface ProgramAnswer {
  status: number;
  /** The id at the end of `Location`; 0 without one. */
  located: number;
  text: string;
}

/** The client programs (tools/prove/test/clients/README.md): the file of each, how it is started, and what must be installed. */
export const programs: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  'curl.sh': ['bash'],
  'wget.sh': ['bash'],
  'python-urllib.py': ['python3'],
  'python-http-client.py': ['python3'],
  'python-requests.py': ['python3'],
  'perl-lwp.pl': ['perl'],
  'perl-http-tiny.pl': ['perl'],
  'ruby-net-http.rb': ['ruby'],
  'php-curl.php': ['php'],
  'node-http.mjs': ['node'],
  'node-fetch.mjs': ['node'],
  'HttpUrlConnection.java': ['java'],
  'tcl-http.tcl': ['tclsh'],
  'lua-socket.lua': ['lua5.4'],
  'erlang-httpc.escript': ['escript'],
};

const folder = fileURLToPath(new URL('../../../../../tools/prove/test/clients/', import.meta.url));

/** Whether the language of a program is installed. */
export const isInstalled = (name: string) => spawnSync('which', [programs[name]![0]]).status === 0;

/** A client program that runs. */
export class ClientProgram {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  readonly #url: string;

  /** @param url the address of the service, without a path */
  constructor(name: string, url: string) {
    const [program, ...words] = programs[name]!;
    this.#child = spawn(program, [...words, folder + name], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
    this.#url = url;
  }

  /** Makes a call. @throws Error if the program ends */
  async call({ method, path, accept, authorization, override, type, body }: ProgramCall): Promise<ProgramAnswer> {
    const words = [method, `${this.#url}/api/v1${path}`, accept, authorization, override, type, written(body)];
    this.#child.stdin!.write(`${words.map((word) => word ?? '-').join('\t')}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`The program has ended at ${method} ${path}.`);
    const [status, location = '', text = ''] = value.split('\t');
    const [, id = '0'] = /\/(\d+)\/?$/.exec(location) ?? [];
    return { status: Number(status), located: Number(id), text: Buffer.from(text, 'base64').toString() };
  }

  end(): void {
    this.#child.stdin!.end();
  }
}

function written(body: ProgramCall['body']): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body).toString('base64');
  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
  return `=${new URLSearchParams(fields)}`;
}
