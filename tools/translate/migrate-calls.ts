import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { senderOf } from '@runners/limits';
import { payLeast, weigh } from '../../src/request/pipeline.ts';
import { labelOf } from '../../rest-compat/row-documents.ts';
import { compareCall, NotCompared } from './compare.ts';
import type { ComparedAnswer, Comparison, Send } from './compare.ts';
import type { Difference } from './comparison/compare-trees.ts';
import { formatOfType, tooLongToCompare } from './comparison/tree.ts';
import { DryRun } from './dry-run.ts';
import type { TranslatorHost } from '../../src/server/developer-pages.ts';
import type { FoundCall, RecordedAnswer } from './exchange.ts';
import type { MigrationForm } from './migration-form.ts';
import { UnreadableCall } from './rest-call.ts';
import type { RestCall } from './rest-call.ts';
import { judgeRecorded } from './recorded/judge-recorded.ts';
import { Translator } from './translator.ts';
import type { Translation } from './translator.ts';

/** What a text with calls becomes: the calls with their translations, or a sentence about what is wrong with the text. */
export type Migrated =
  | {
      calls: MigratedCall[];
      /** The number of further calls in the text. */
      left: number;
    }
  | { error: string };

/** What a recorded answer has otherwise than this service. */
export interface RecordedComparison {
  differences: Difference[];
  /** What of it was not compared, and why. */
  notes: string[];
}

/** A call, its translation, and the comparison if it was executed. */
export interface MigratedCall {
  call: { method: string; url: string };
  /** Undefined for a call that cannot be translated. */
  translation?: Translation;
  comparison?: Comparison;
  /** What the recorded answer has otherwise than this service, if the text has one and the call was executed. */
  recorded?: RecordedComparison;
  /** Why it was not translated or not executed. */
  reason?: string;
}

/** Said of a recorded answer when there is none to compare it with. */
const notCompared = 'The recorded answer is not compared, because the call is not executed: that takes a key.';

/** The row that is never executed, because it writes to another service. */
const shares = 'POST /workout/[ID]/share/';

/** Translates calls, and executes them in both interfaces for callers with a key. */
export class Migration {
  readonly translator: Translator;
  readonly #dryRun: DryRun;
  readonly #host: TranslatorHost;

  constructor(host: TranslatorHost) {
    this.#host = host;
    this.#dryRun = new DryRun(host);
    this.translator = new Translator(host.executor.schema);
  }

  /**
   * Translates the calls of a form.
   * @param authorization the key with which calls are executed, or null if they are only translated
   * @throws Failure RATE_LIMITED
   */
  async migrate(
    { calls: read, left, error }: MigrationForm,
    context: Context,
    request: IncomingMessage,
    authorization: string | null,
  ): Promise<Migrated> {
    if (error !== undefined) return { error };
    const calls: MigratedCall[] = [];
    for (const call of read) {
      weighCall(context, call, call.recorded);
      await payLeast(context);
      calls.push(await this.#migrated(call, request, authorization));
    }
    return { calls, left };
  }

  async #migrated(call: FoundCall, request: IncomingMessage, authorization: string | null): Promise<MigratedCall> {
    const shown = { call: { method: call.method, url: call.url } };
    let translation: Translation | undefined;
    try {
      const viewerId = authorization === null ? 0 : await this.viewerOf(request, authorization);
      const read = await this.translator.read(call, viewerId ?? 0);
      translation = this.translator.translate(read);
      const row = labelOf(read.row);
      if (authorization === null) return { ...shown, translation, ...(call.recorded ? { reason: notCompared } : {}) };
      const reason = whyNotRun(viewerId, row, read.format === 'gpx');
      if (reason !== null)
        return { ...shown, translation, reason: call.recorded ? `${reason} ${notCompared}` : reason };
      const send = this.sender(request, authorization);
      const comparison = await compareCall(this.schema, send, { call, read }, this.publicUrl);
      const recorded = call.recorded && (await recordedIn(call, call.recorded, comparison.rest, translation, request));
      return { ...shown, translation, comparison: beginningOf(comparison), ...(recorded ? { recorded } : {}) };
    } catch (error) {
      if (error instanceof NotCompared && translation) return { ...shown, translation, reason: error.message };
      if (error instanceof UnreadableCall || error instanceof NotCompared) return { ...shown, reason: error.message };
      throw error;
    }
  }

  get schema(): GraphQLSchema {
    return this.#host.executor.schema;
  }

  /** The base of absolute URLs. */
  get publicUrl(): string {
    return this.#host.processContext.publicUrl;
  }

  /** Sends requests with a key, and undoes what they write (`DryRun.sender`). */
  sender(request: IncomingMessage, authorization: string): Send {
    return this.#dryRun.sender(request, authorization);
  }

  /** The id of the user whom a key signs in; null if it signs in nobody. */
  async viewerOf(request: IncomingMessage, authorization: string): Promise<number | null> {
    const { contextOf, processContext } = this.#host;
    const { viewer } = await contextOf(request, authorization, 'graphql', processContext.observer.beginWork());
    return viewer?.id ?? null;
  }
}

/** Why a call of a row is not executed; null if it is. @param viewerId the id of the user; null if the key signs in nobody */
export function whyNotRun(viewerId: number | null, row: string, isGpx: boolean): string | null {
  if (viewerId === null) return 'It was not executed, because the key does not sign in.';
  if (row === shares) return 'It was not executed, because it writes to the social network, which cannot be undone.';
  if (isGpx) return 'It was not executed, because GraphQL has no answer of this format.';
  return null;
}

/** YAML takes so many times as long to read as other texts. */
const yamlWeight = 8;

/** The next payment grows with what is read of a call and of its recorded answer. */
export function weighCall(context: Context, { body }: RestCall, recorded?: RecordedAnswer): void {
  const type = recorded?.answer.headers['content-type'];
  const length = recorded?.answer.body?.length ?? 0;
  const isYaml = formatOfType(type) === 'yaml' && tooLongToCompare(type, length) === null;
  weigh(context, body.length + (isYaml ? yamlWeight : 1) * length);
}

/** The largest number of characters of an answer that are shown. */
const mostShown = 16 * 1024;

/** The comparison with no more than the beginnings of its answers. */
function beginningOf({ rest, made, graphql, ...comparison }: Comparison): Comparison {
  const shown = (answer: ComparedAnswer) => ({ ...answer, body: begun(answer.body) });
  return { ...comparison, rest: shown(rest), made: shown(made), graphql: begun(graphql) };
}

/** The beginning of a text, and how long it is, if it is long. */
export function begun(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}\n… (${text.length} characters)` : text;
}

/** Compares the recorded answer of a call with that of this service. */
async function recordedIn(
  { method }: RestCall,
  recorded: RecordedAnswer,
  { status, location, contentType, body }: ComparedAnswer,
  translation: Translation,
  request: IncomingMessage,
): Promise<RecordedComparison> {
  const { answer, notes } = recorded;
  const why = tooLongToCompare(answer.headers['content-type'], Math.max(answer.body?.length ?? 0, body.length));
  const headers = {
    ...(location === null ? {} : { location }),
    ...(contentType === null ? {} : { 'content-type': contentType }),
  };
  const now = Date.now();
  const { differences } = await judgeRecorded(
    why ? { ...recorded, answer: { ...answer, body: null } } : recorded,
    { status, headers, body, from: now, at: now },
    translation,
    method !== 'GET' && method !== 'HEAD',
    senderOf(request),
  );
  return { differences, notes: [...notes, ...(why ? [`The answer is ${why}`] : [])] };
}
