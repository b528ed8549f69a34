import type { Endpoint } from './labels.ts';
import { operationId, operationOf, pathParameters } from './operation.ts';
import { reference } from './json-schema.ts';
import type { Json } from './json-schema.ts';

/** The name of the header with which a POST names another method (interface, Versioning). */
export const overrideHeader = 'X-HTTP-Method-Override';

/**
 * The POST of a path whose rows are PATCH and DELETE: the form in which older clients send them.
 * @param others the endpoints of the path with these methods
 */
export function overrideOf(path: string, others: readonly Endpoint[]): Json {
  const operations = others.map(operationOf);
  const methods = others.map(({ method }) => method.toUpperCase());
  const bodies = operations.flatMap((operation) =>
    operation['requestBody'] ? [operation['requestBody'] as Json] : [],
  );
  const responses = Object.assign({}, ...operations.map((operation) => operation['responses'])) as Json;
  return {
    operationId: operationId({ method: 'override', path }),
    tags: operations[0]?.['tags'],
    summary: `${methods.join(' or ')}, sent as POST`,
    description: `Older clients send ${methods.join(' and ')} as POST with the header \`${overrideHeader}\`. The answers are those of the method that it names.`,
    parameters: [
      ...pathParameters(path),
      {
        name: overrideHeader,
        in: 'header',
        required: true,
        description: 'The method, in any case.',
        schema: { type: 'string', enum: methods },
      },
      reference('parameters', 'idempotencyKey'),
    ],
    ...(bodies[0] ? { requestBody: { ...bodies[0], required: false } } : {}),
    responses: { ...responses, 405: reference('responses', 'NoSuchMethod') },
  };
}
