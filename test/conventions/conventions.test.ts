/** The conventions of the schema: each is broken once. */
import { readFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import { expect, test } from '@jest/globals';
import { lintSchema, ownFaults } from './lint-schema.ts';
import { placesOf } from './places.ts';
import { rules } from './rules.ts';

const schema = await readFile(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8');

/** How the project's own rules begin: with the place. */
const own = /^([A-Z]\w+(\.\w+(\(\w+:\))?)? (must|needs|is|may)|a day|is deprecated)/;

test.each<[what: string, from: string | RegExp, to: string, fault: string | RegExp]>([
  [
    'a field without a description',
    '"""When the key was issued."""\n',
    '',
    /Description is required for field "createdDate"/,
  ],
  [
    'an enum value without a description',
    '"""Kilometers."""\n',
    '',
    /Description is required for enum value "KILOMETERS"/,
  ],
  [
    'an argument without a description',
    '"""The comment to delete."""\n    input',
    'input',
    /Description is required for input value "input"/,
  ],
  [
    'a description that is no sentence',
    'When the key was issued.',
    'issued',
    'ApiKey.createdDate needs a description that',
  ],
  [
    'a field that may be null and does not say when',
    'Null when it never was.',
    '',
    'ApiKey.lastUsedDate may be null, and must say when',
  ],
  [
    'a field in snake case',
    'createdDate: DateTime!',
    'created_date: DateTime!',
    /"created_date" should be in camelCase/,
  ],
  ['an enum value in small letters', / KILOMETERS/g, ' Kilometers', /"Kilometers" should be in UPPER_CASE/],
  [
    'an input with another name',
    /\bDeleteCommentInput\b/g,
    'CommentToDelete',
    /"CommentToDelete" should have one of the following suffixes/,
  ],
  [
    'a mutation with another argument',
    'input: DeleteCommentInput!',
    'comment: DeleteCommentInput!',
    'Mutation.deleteComment(comment:) must be `input`',
  ],
  [
    'an input that may be left out',
    'input: DeleteCommentInput!',
    'input: DeleteCommentInput',
    'Mutation.deleteComment(input:) must be `input`',
  ],
  [
    'a result that is no payload',
    /\bDeleteCommentPayload\b/g,
    'DeletedComment',
    'Mutation.deleteComment must return a type …Payload',
  ],
  [
    'an edge without a cursor',
    /(type WorkoutEdge \{)[^}]*(""".*?"""\s*node)/s,
    '$1$2',
    'WorkoutEdge must have cursor: String!',
  ],
  [
    'a connection without nodes',
    /(type WorkoutConnection \{.*?)nodes:/s,
    '$1items:',
    'WorkoutConnection must have nodes: […!]!',
  ],
  [
    'a page without its position',
    /(type WorkoutConnection \{.*?)pageInfo: PageInfo!/s,
    '$1pageInfo: PageInfo',
    'WorkoutConnection must have pageInfo: PageInfo!',
  ],
  [
    'a list with gaps',
    'recipients: [User!]!',
    'recipients: [User]!',
    'Conversation.recipients must be a list of values',
  ],
  [
    'an id that is a text',
    'participantId: ID!',
    'participantId: String!',
    'SponsorParticipantInput.participantId must be an ID',
  ],
  ['a moment without Date', 'submitDate: DateTime!', 'submitted: DateTime!', 'Comment.submitted is a moment or a day'],
  [
    'an event without a cursor',
    'type MessageAdded implements LiveEvent',
    'type MessageAdded',
    'Subscription.messageAdded must deliver',
  ],
  [
    'a deprecation without a reason',
    /@deprecated\(reason: "Use replaceTrack\..*?"\)/,
    '@deprecated',
    'Mutation.replaceRoute must be deprecated with',
  ],
  [
    'a deprecation without a day',
    'Use replaceTrack. It will be removed after 2027-12-31.',
    'Use replaceTrack.',
    'Mutation.replaceRoute must be deprecated with',
  ],
  [
    'a deprecation with an impossible day',
    'replaceTrack. It will be removed after 2027-12-31',
    'replaceTrack. It will be removed after 2027-13-31',
    'a day that does not exist: 2027-13-31',
  ],
  [
    'a successor that does not exist',
    '"Use replaceTrack.',
    '"Use replacePoints.',
    'is deprecated for replacePoints, which does not exist',
  ],
  [
    'a type that nothing uses',
    /$/,
    '"""A thing."""\ntype Thing {\n  """Its name."""\n  name: String\n}\n',
    'Object type `Thing` is unreachable',
  ],
])('%s is refused', async (_what, from, to, fault) => {
  const changed = schema.replace(from, to);
  expect(changed).not.toBe(schema);
  // Those of graphql-eslint take a second, so they run only where they are expected.
  const faults = own.test(String(fault)) ? ownFaults(changed).map((one) => one.fault) : await lintSchema(changed);
  expect(faults).toContainEqual(
    typeof fault === 'string' ? expect.stringContaining(fault) : expect.stringMatching(fault),
  );
});

test('each is reported with its line and its rule', async () => {
  const faults = await lintSchema(
    schema.replace('"""Kilometers."""\n', '').replace('participantId: ID!', 'participantId: Int!'),
  );
  expect(faults).toEqual([
    expect.stringMatching(
      /^schema\/schema\.graphql:\d+: Description is required .+ \(@graphql-eslint\/require-description\)$/s,
    ),
    expect.stringMatching(/^schema\/schema\.graphql:\d+: SponsorParticipantInput\.participantId must be an ID \(id\)$/),
  ]);
});

test('the rules to come tell what follows them from what does not', () => {
  const faultsIn = (text: string) => {
    const built = buildSchema(text);
    return placesOf(built).flatMap((place) =>
      Object.entries(rules).flatMap(([name, rule]) => (rule(place, built) ? [name] : [])),
    );
  };
  const described = (text: string) => text.replaceAll(/@(?=\w+ ?[:(])/g, '"A thing." ');
  expect(faultsIn(described('"The roots." type Query { @a(@first: Int): Int }'))).toEqual([]);
  expect(faultsIn(described('"The roots." type Query { @a(@first: Int = 20): Int }'))).toEqual(['pageLength']);
  expect(faultsIn(described('"The roots." type Query { @a(@last: Int!): Int }'))).toEqual(['pageLength']);
  expect(faultsIn('"A thing." scalar Thing')).toEqual(['specification']);
  expect(faultsIn('"A thing." scalar Thing @specifiedBy(url: "https://example.com")')).toEqual([]);
});
