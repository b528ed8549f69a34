import { getOperationAST, GraphQLError, parse } from 'graphql';
import type { DocumentNode, GraphQLScalarType, TypeNode } from 'graphql';
import { checkSize, MalformedBody, readJson, TooManyValues } from '@runners/wire';
import { MAX_VALUES, REQUEST_VALUES } from '../../src/platform/bodies/max-values.ts';
import { Failure } from '../../src/errors.ts';
import type { Violation } from '../../src/errors.ts';
import { columnsOf } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import type { JobAnswer } from '../../src/platform/worker-jobs.ts';
import type { LargeBodyAnswer, LargeBodyForm } from './large-body-pool.ts';
import type { LargeInputs } from './large-inputs.ts';
import { faultsOfValue, pathsOfVariables, violationAt } from '../execution/input-faults.ts';
import { hashIn } from '../execution/document-refusals.ts';
import { operationNameOf } from '@runners/graphql';
import { limits } from '../execution/limits.ts';
import { Gpx, ImageData, RecordingData, TrackScalar } from '../scalars.ts';

/** The largest GraphQL request in bytes for any operation, and the largest one without a key. */
export const smallBytes = 256 * 1024;

type Fields = Record<string, unknown>;

const scalars = new Map<string, GraphQLScalarType>(
  [TrackScalar, Gpx, ImageData, RecordingData].map((scalar) => [scalar.name, scalar]),
);

/** Thrown for an invalid track, file or picture in the variables. */
class WrongInput extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super('an input is not valid');
    this.violations = violations;
  }
}

/** A large request that was parsed. */
interface LargeBody {
  body: Fields;
  /** The memory of its large values, which is transferred between threads instead of copied. */
  memory: ArrayBuffer[];
}

/**
 * The answer to a large request, on the event loop or in a thread: as `readLargeBody`, with invalid inputs as values.
 * @throws Failure TOO_LARGE, MALFORMED
 */
export function answerOf(bytes: Buffer, { inputs, named }: LargeBodyForm): JobAnswer<LargeBodyAnswer> {
  try {
    const { body, memory } = readLargeBody(bytes, inputs, named);
    return [{ body }, memory];
  } catch (error: unknown) {
    if (error instanceof WrongInput) return [{ wrong: error.violations }];
    if (error instanceof TooManyValues) throw new Failure('TOO_LARGE', error.message);
    if (error instanceof MalformedBody) throw new Failure('MALFORMED', error.message);
    throw error;
  }
}

/**
 * Parses a large request, including the tracks, files and pictures in its variables. The rest must be as small as any other
 * request.
 * @throws Failure TOO_LARGE, also for operations that take nothing large; MalformedBody; WrongInput
 */
export function readLargeBody(bytes: Buffer, inputs: LargeInputs, named?: Named): LargeBody {
  const body = readJson(bytes, MAX_VALUES);
  if (typeof body !== 'object' || body === null) throw new MalformedBody('the body must be a JSON object');
  const lifted = isFields(body) ? lift(body, inputs, named) : [];
  if (lifted.length === 0 && bytes.length > smallBytes) throw tooLarge();
  const rest = Buffer.from(JSON.stringify(body));
  if (rest.length > smallBytes) throw tooLarge();
  checkSize(rest, REQUEST_VALUES);
  for (const { holder, name, value } of lifted) holder[name] = value;
  return { body: body as Fields, memory: lifted.flatMap(({ value }) => memoryOf(value)) };
}

function memoryOf(value: unknown): ArrayBuffer[] {
  if (!Buffer.isBuffer(value)) return columnsOf(value as Track);
  // Short ones share their memory with others.
  return value.length === value.buffer.byteLength ? [value.buffer as ArrayBuffer] : [];
}

/** A known document, by the name that a request seems to contain. */
type Named = NonNullable<LargeBodyForm['named']>;

/** Whether a request has this name of a document instead of a text. */
function namesDocument({ query, documentId, extensions }: Fields, name: string): boolean {
  if (query !== undefined && query !== null && query !== '') return false;
  return documentId === name || documentId === `sha256:${name}` || hashIn(extensions) === name;
}

/** A large value, and its position. */
interface Lifted {
  holder: Fields;
  name: string;
  value: unknown;
}

/** Removes the large values from the variables. */
function lift(body: Fields, inputs: LargeInputs, named: Named | undefined): Lifted[] {
  const { variables } = body;
  const query = named && namesDocument(body, named.name) ? named.text : body['query'];
  const document = typeof query === 'string' && query.length <= limits.characters ? parsed(query) : null;
  const operation = document && getOperationAST(document, operationNameOf(body));
  if (!operation || !isFields(variables)) return [];
  const lifted: Lifted[] = [];
  const paths = pathsOfVariables(document);
  const visit = (holder: Fields, name: string, type: string, path: readonly (string | number)[]): void => {
    const value = holder[name];
    if (value === null || value === undefined || !Object.hasOwn(inputs, type)) return;
    const scalar = scalars.get(type);
    if (scalar) {
      lifted.push({ holder, name, value: valueOf(scalar, value, path) });
      holder[name] = null;
    } else if (Array.isArray(value)) {
      for (const key of value.keys()) visit(value as unknown as Fields, String(key), type, [...path, key]);
    } else if (isFields(value)) {
      for (const [field, of] of Object.entries(inputs[type] ?? {})) visit(value, field, of, [...path, field]);
    }
  };
  for (const { variable, type } of operation.variableDefinitions ?? [])
    visit(variables, variable.name.value, nameOf(type), paths.get(variable.name.value) ?? [variable.name.value]);
  return lifted;
}

function valueOf(scalar: GraphQLScalarType, value: unknown, path: readonly (string | number)[]): unknown {
  try {
    return scalar.parseValue(value);
  } catch (error) {
    const { message } = error as Error;
    const wrong = error instanceof GraphQLError ? error : new GraphQLError(message, { originalError: error as Error });
    throw new WrongInput(faultsOfValue(scalar, wrong, false).map((fault) => violationAt(path, fault)));
  }
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: limits.tokens, noLocation: true });
  } catch {
    return null;
  }
}

function nameOf(type: TypeNode): string {
  return type.kind === 'NamedType' ? type.name.value : nameOf(type.type);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The refusal of a large request whose operation takes no track, file or picture. */
export function tooLarge(most = smallBytes): Failure {
  const sentence = `The body is too large: at most ${most} bytes are accepted, besides the tracks, GPX files and pictures that an operation takes in its variables.`;
  return new Failure('TOO_LARGE', sentence);
}
