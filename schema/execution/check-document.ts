import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, parse, specifiedRules, validate, ValuesOfCorrectTypeRule } from 'graphql';
import type { DocumentNode, GraphQLSchema, ValidationContext, ValidationRule } from 'graphql';
import { countSteps } from '@runners/graphql';
import { limitCodes, limits, refusedDocument, stoppedAfter } from './limits.ts';
import { withLiteralFaults, valuesOfCorrectType } from './literal-faults.ts';
import { checkSubscriptionRoots } from './subscription-roots.ts';
import type { Context } from '../../src/domain/context.ts';
import { owe } from '../../src/request/pipeline.ts';
import type { ErrorCode } from '../../src/errors.ts';

/** Tells the limits of the rules below apart, whose errors have neither a code nor a sentence of this service. */
function exceeds(code: ErrorCode, most: number) {
  return {
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null, { message }: GraphQLError) => {
        // Only the message has the number, at its end.
        const found = message.match(/\d+/g)?.at(-1);
        const counted = found === undefined ? '' : `, and there are ${found}`;
        context?.reportError(refusedDocument(code, `At most ${most} are accepted${counted}.`));
      },
    ],
  };
}

const armorRules = [
  maxDepthRule({ n: limits.depth, flattenFragments: true, ...exceeds('TOO_DEEP', limits.depth) }),
  maxAliasesRule({ n: limits.aliases, ...exceeds('TOO_MANY_ALIASES', limits.aliases) }),
  maxDirectivesRule({ n: limits.directives, ...exceeds('TOO_MANY_DIRECTIVES', limits.directives) }),
];

/** The rules of the language and the limits of this service. */
const rules: readonly ValidationRule[] = [
  ...specifiedRules.map((rule) => (rule === ValuesOfCorrectTypeRule ? valuesOfCorrectType : rule)),
  ...armorRules,
];
const invalidDocument = 'GRAPHQL_VALIDATION_FAILED' satisfies ErrorCode;

/** The steps that cost a point, and how many of them every request pays for. */
const stepsAPoint = 100;
const stepsOfEachRequest = 2000;
/** The steps of an error, for which names are searched that could be meant. */
const stepsOfError = 500;

/** What the check costs in addition to a request: nothing, unless a document is longer or worse than most. @returns points */
function pointsOfCheck(steps: number, errors: number): number {
  return Math.max(0, Math.floor((steps + errors * stepsOfError - stepsOfEachRequest) / stepsAPoint));
}

/**
 * Makes what parses and validates documents.
 * @returns a function that throws a GraphQLError, or several in an array, saying what is wrong with a document
 */
export function documentChecker(schema: GraphQLSchema): (query: string, reader: Context | null) => DocumentNode {
  return (query, reader) => {
    const document = parseDocument(query, reader?.viewer !== null);
    const steps = countSteps(document, limits.checkingSteps, tooManySteps);
    checkSubscriptionRoots(document);
    const errors = validate(schema, document, rules, { maxErrors: limits.errors });
    if (reader) owe(reader, pointsOfCheck(steps, errors.length));
    if (errors.length > 0)
      throw withLiteralFaults(errors, (error) => coded(error, limitCodes.get(error) ?? invalidDocument));
    return document;
  };
}

function tooManySteps(): GraphQLError {
  return refusedDocument('TOO_MANY_FIELDS', `At most ${limits.checkingSteps} steps of the check are accepted.`);
}

/**
 * Parses a document within the limits that hold before it is checked.
 * @throws GraphQLError that says what is wrong
 */
function parseDocument(query: string, signedIn: boolean): DocumentNode {
  if (query.length > limits.characters)
    throw refusedDocument('DOCUMENT_TOO_LONG', `At most ${limits.characters} are accepted.`);
  const maxTokens = signedIn ? limits.tokens : limits.anonymousTokens;
  try {
    return parse(query, { maxTokens });
  } catch (error: unknown) {
    // The parser is recursive, so a document that is nested too deeply overflows the stack.
    if (error instanceof RangeError) throw refusedDocument('TOO_DEEP');
    if (!(error instanceof GraphQLError)) throw error;
    if (stoppedAfter(maxTokens, query, error))
      throw refusedDocument('TOO_MANY_TOKENS', `At most ${maxTokens} are accepted${signedIn ? '' : ' without a key'}.`);
    throw coded(error, 'GRAPHQL_PARSE_FAILED' satisfies ErrorCode);
  }
}

function coded(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { message, nodes, source, positions, originalError } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    originalError: originalError ?? null,
    extensions: { ...error.extensions, code },
  });
}
