import { fileURLToPath } from 'node:url';
import graphqlEslint from '@graphql-eslint/eslint-plugin';
import { ESLint } from 'eslint';
import type { Fault } from '../../test/conventions/lint-schema.ts';

const file = fileURLToPath(new URL('../../schema/schema.graphql', import.meta.url));

/** The rules of graphql-eslint that the schema follows. */
const eslintRules = {
  'description-style': 'error',
  'input-name': ['error', { checkInputType: false }],
  'naming-convention': [
    'error',
    {
      types: 'PascalCase',
      FieldDefinition: 'camelCase',
      InputValueDefinition: 'camelCase',
      DirectiveDefinition: 'camelCase',
      EnumValueDefinition: 'UPPER_CASE',
      EnumTypeDefinition: { forbiddenPrefixes: ['Enum'], forbiddenSuffixes: ['Enum'] },
      InterfaceTypeDefinition: { forbiddenPrefixes: ['Interface'], forbiddenSuffixes: ['Interface'] },
      UnionTypeDefinition: { forbiddenPrefixes: ['Union'], forbiddenSuffixes: ['Union'] },
      ObjectTypeDefinition: { forbiddenPrefixes: ['Type'], forbiddenSuffixes: ['Type'] },
      InputObjectTypeDefinition: { requiredSuffixes: ['Input', 'Filter', 'Order'] },
      'FieldDefinition[parent.name.value=Query]': { forbiddenPrefixes: ['query', 'get', 'list', 'fetch'] },
      'FieldDefinition[parent.name.value=Mutation]': { forbiddenSuffixes: ['Mutation'] },
      'FieldDefinition[parent.name.value=Subscription]': { forbiddenSuffixes: ['Subscription'] },
    },
  ],
  'no-hashtag-description': 'error',
  'no-scalar-result-type-on-mutation': 'error',
  'no-typename-prefix': 'error',
  'no-unreachable-types': 'error',
  'relay-connection-types': 'error',
  'relay-edge-types': ['error', { shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false }],
  'relay-page-info': 'error',
  'require-deprecation-reason': 'error',
  'require-description': [
    'error',
    {
      types: true,
      rootField: true,
      DirectiveDefinition: true,
      EnumValueDefinition: true,
      FieldDefinition: true,
      InputValueDefinition: true,
    },
  ],
  'require-nullable-fields-with-oneof': 'error',
  'require-nullable-result-in-root': 'error',
  'unique-enum-value-names': 'error',
} as const;

/** Names that stay as old as they are; each with the message about it. */
const exceptions = new Set([
  'Field "comment" starts with the name of the parent type "Comment"',
  'Field "message" starts with the name of the parent type "Message"',
  'Field "eventLogo" starts with the name of the parent type "Event"',
  // Codes of errors, which are not part of the data.
  'Enum type `ErrorCode` is unreachable.',
  'Enum type `FieldErrorCode` is unreachable.',
  // One word: a user has a first name, a last name and a username.
  'Field "username" starts with the name of the parent type "User"',
]);

/** What the rules of graphql-eslint find. */
export async function eslintFaults(text: string): Promise<Fault[]> {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.graphql'],
      plugins: { '@graphql-eslint': { rules: graphqlEslint.rules } as unknown as ESLint.Plugin },
      languageOptions: { parser: graphqlEslint.parser, parserOptions: { graphQLConfig: { schema: text } } },
      rules: Object.fromEntries(
        Object.entries(eslintRules).map(([name, level]) => [`@graphql-eslint/${name}`, level]),
      ) as never,
    },
  });
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? [])
    .filter(({ message }) => !exceptions.has(message))
    .map(({ line, message, ruleId }) => ({ line, fault: `${message} (${ruleId})` }));
}
