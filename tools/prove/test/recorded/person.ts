import { contentTypes } from '../../../../test/support/client.ts';
import type { Mapping } from '../../../../test/support/client.ts';
import { encodings } from '../../../../test/support/encodings.ts';
import type { ClientProgram, ProgramAnswer } from './client-program.ts';

/** How a body is written. The program itself writes `json` and `form`, whose values are texts then. */
export type BodyFormat = 'json' | 'xml' | 'yaml' | 'form' | 'written-json';

const formats = ['json', 'xml', 'yaml'] as const;

/** Somebody who uses a client program. */
export class Person {
  readonly #program: ClientProgram;
  readonly #asksByQuery: boolean;
  authorization: string | undefined;
  id = 0;

  /** @param asksByQuery whether formats are chosen with `format=`, and not with Accept */
  constructor(program: ClientProgram, asksByQuery: boolean, authorization?: string) {
    this.#program = program;
    this.#asksByQuery = asksByQuery;
    this.authorization = authorization;
  }

  /** Reads in one format. Returns the answer. */
  async read(path: string, format: (typeof formats)[number] = 'json'): Promise<ProgramAnswer> {
    const query = this.#asksByQuery ? `${path.includes('?') ? '&' : '?'}format=${format}` : '';
    const accept = this.#asksByQuery ? '*/*' : contentTypes[format];
    return this.#program.call({ method: 'GET', path: path + query, accept, authorization: this.authorization });
  }

  /** Reads in each format. Returns what the first one says; undefined if it is refused. */
  async readAll<Shape = Mapping>(path: string): Promise<Shape | undefined> {
    const answers: ProgramAnswer[] = [];
    for (const format of formats) answers.push(await this.read(path, format));
    return answers[0]?.status === 200 ? (JSON.parse(answers[0].text) as Shape) : undefined;
  }

  async file(method: string, path: string, type: string, body: Buffer | string, override?: string) {
    return this.#program.call({ method, path, accept: '*/*', authorization: this.authorization, type, body, override });
  }

  async gpxFile(path: string) {
    const accept = 'application/X.service-GPX+xml';
    return this.#program.call({ method: 'GET', path, accept, authorization: this.authorization });
  }

  async write(
    path: string,
    fields: Mapping | null,
    as: BodyFormat = 'json',
    override?: string,
  ): Promise<ProgramAnswer> {
    const common = { method: 'POST', path, accept: 'application/json', authorization: this.authorization, override };
    if (fields === null) return this.#program.call(common);
    const type = contentTypes[as === 'written-json' ? 'json' : as];
    return this.#program.call({ ...common, type, body: bodyAs(as, fields) });
  }

  async remove(path: string): Promise<ProgramAnswer> {
    return this.#program.call({ method: 'DELETE', path, accept: '*/*', authorization: this.authorization });
  }

  /** Registers. */
  async register(first: string, last: string, email: string, as: BodyFormat): Promise<void> {
    const body = { first_name: first, last_name: last, email, password: passwordOf(email) };
    const { text } = await this.write('/account/register/', body, as);
    const { username, api_key } = JSON.parse(text) as { username: string; api_key: string };
    this.authorization = `ApiKey ${username}:${api_key}`;
    this.id = (JSON.parse((await this.read('/me/')).text) as { id: number }).id;
  }
}

/** The password of somebody who registers. */
export const passwordOf = (email: string) => `${email} runs at dawn`;

function bodyAs(as: BodyFormat, fields: Mapping): string | Mapping {
  if (as === 'form' || as === 'json') return fields;
  return String(encodings[as === 'written-json' ? 'json' : as](fields).parcel.body);
}
