import type { ErrorCode } from '../../errors.ts';

/** What a refused request looks like, what to do, and what further its error has: for each code, on the page about it (`error-pages.ts`). */
export const errorHelp: Readonly<Record<ErrorCode, readonly [example: string, toDo: string, further?: object]>> = {
  UNAUTHENTICATED: [
    '{ me { firstName } } without a header Authorization',
    'Sign in (`signIn`, or POST /account/login/ over REST), and send the key that it returns with each request.',
  ],
  INVALID_KEY: [
    'Authorization: Bearer a-key-that-was-revoked',
    'Look whether the whole key was sent, after `Bearer` and a blank. If it was, ask the person to sign in again.',
  ],
  KEY_EXPIRED: [
    'Authorization: Bearer a-key-of-last-year',
    'Create a key that lives longer, or have the person sign in.',
  ],
  INSUFFICIENT_SCOPE: [
    'mutation { toggleLike(input: { id: "UG9zdDox" }) { liked } } with a key that only reads',
    'Create a key with the scopes that `missingScopes` names, or do without the field that needs them.',
    { missingScopes: ['FEED_WRITE'] },
  ],
  TOO_MANY_KEYS: [
    'mutation { createApiKey(input: { name: "Watch", scopes: [READ] }) { apiKey } } with all keys in use',
    'Revoke a key that nothing uses: `apiKeys` shows when each was used last, and `revokeApiKey` ends it.',
  ],
  WRONG_PASSWORD: [
    'mutation { signIn(input: { email: "demo@example.com", password: "guess" }) { apiKey } }',
    'Ask for the password again. `requestPasswordReset` sends a mail with a link by which a new one is chosen.',
  ],
  OLD_PASSWORD_MISMATCH: [
    'mutation { changePassword(input: { oldPassword: "guess", newPassword: "correct horse" }) { done } }',
    'Ask for the present password again, or send the mail of `requestPasswordReset`.',
  ],
  EMAIL_TAKEN: [
    'mutation { register(input: { email: "demo@example.com", … }) { apiKey } }',
    'Offer to sign in with this address, or to reset its password.',
  ],
  EMAIL_UNKNOWN: [
    'POST /account/forgot_password with email=nobody@example.com',
    'Ask for the address again, or offer to register it.',
  ],
  SUSPENDED: [
    'any request of an account that staff have suspended',
    'Sign out, and show `until` if there is one. Only staff end a suspension.',
    { until: '2026-12-24T00:00:00.000000Z' },
  ],
  RATE_LIMITED: [
    'a sixth wrong password in a minute, or more points than are left',
    'Wait for the seconds of `retryAfter` (and the header Retry-After), and then send it once. `extensions.cost` says what each request takes, and what is left.',
    { retryAfter: 12 },
  ],
  INVALID: [
    'mutation { addComment(input: { postId: "UG9zdDox", comment: "" }) { comment { id } } }',
    'Show the sentences of `fields` beside the fields of the form; `fieldCodes` has them for programs. It helps nothing to send the same again.',
    { fields: { comment: 'must not be empty' }, fieldCodes: { comment: 'REQUIRED' } },
  ],
  MALFORMED: [
    'a body that is cut off: {"query": "{ me',
    'Look at the body that was sent, and at its Content-Type. The message says where it ends to be readable.',
  ],
  TOO_LARGE: [
    'a GPX file of 100 MB',
    'Send less at once: a shorter recording, or a smaller picture. The message names the bound.',
  ],
  BODY_TOO_SLOW: [
    'a body of which nothing comes for a while',
    'Send it again; over a bad line compressed (Content-Encoding: gzip).',
  ],
  BUSY: [
    'any request while more wait than are accepted',
    'Wait for the seconds of `retryAfter`, and send it again.',
    { retryAfter: 1 },
  ],
  TOO_COSTLY: [
    '{ feed(first: 50) { nodes { comments(first: 50) { nodes { user { friends(first: 50) { nodes { id } } } } } } } }',
    'Ask for smaller pages, or for the inner lists with further queries. `costBy` names the dearest fields by their paths, and `largestPage` the largest page that would fit.',
    {
      cost: 257601,
      limit: 25000,
      costBy: [
        { path: 'feed.nodes.comments.nodes.user.friends', cost: 252500 },
        { path: 'feed.nodes.comments', cost: 5050 },
        { path: 'feed', cost: 51 },
      ],
      largestPage: { paths: ['feed.nodes.comments.nodes.user.friends'], first: 3 },
    },
  ],
  NOT_FOUND: [
    'mutation { toggleLike(input: { id: "an-id-of-a-private-post" }) { liked } }',
    'Take the object off the screen: it was deleted, or the person may not see it. Which of both is told to nobody; staff are told by `explainVisibility`.',
  ],
  NOT_YOURS: [
    'DELETE /workout/[ID]/ of somebody else’s run',
    'Offer the operation for the person’s own things only (`viewerCanEdit`).',
  ],
  NOT_STAFF: [
    '{ moderationQueue(first: 5) { totalCount } } by a runner',
    'Hide what only staff can use: `me { isStaff }`. An operator makes an account one of staff.',
  ],
  WORKOUT_EXISTS: [
    'mutation { recordWorkout(input: { runDate: "…", … }) { workout { id } } } sent twice',
    'Use the run that is there: `existing` is its id. To send a mutation safely again, give it an Idempotency-Key.',
    { existing: 'V29ya291dDoxNjA' },
  ],
  FRIENDSHIP_EXISTS: [
    'mutation { requestFriendship(input: { userId: "VXNlcjoy" }) { friendship { id } } } sent twice',
    'Use the friendship, or the request, that is there: `existing` is its id.',
    { existing: 'RnJpZW5kc2hpcDox' },
  ],
  NEWER_MESSAGES: [
    'POST /message/ with an old last_message_id',
    'Fetch the messages since, show them, and let the person send again.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    'the Idempotency-Key of another mutation',
    'Make a new key for each thing that a person does, and repeat it only when the same is sent again.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    'the same mutation sent again before it was answered',
    'Wait a moment, and send it again with the same key: the answer is then that of the first.',
  ],
  IDEMPOTENCY_ANSWER_TOO_LARGE: [
    'a mutation with a long answer, sent again',
    'It was carried out. Fetch the result with a query.',
  ],
  IDEMPOTENCY_KEYS_EXHAUSTED: [
    'many mutations with an Idempotency-Key in a day',
    'Send it without a key, or later. Keys are for what a person does, and not for what a program repeats each minute.',
  ],
  UNPROVEN: [
    'an invitation from an account whose address nobody has confirmed',
    'Offer to send the password mail (`requestPasswordReset`): whoever opens its link has proven the address.',
  ],
  BLOCKED: [
    'mutation { startConversation(input: { recipientIds: ["VXNlcjoy"], message: "Hi" }) { conversation { id } } }',
    'Take the person from the list of recipients. Nothing else helps.',
  ],
  CURSOR_EXPIRED: [
    'subscription { postChanged(after: "a cursor of last month") { cursor } }',
    'Read the page again, query `liveCursor`, and subscribe after that one.',
  ],
  TOO_SLOW: [
    'a subscription whose reader takes longer than its events',
    'Subscribe again after the last cursor that arrived. Select less, or do less with each event.',
  ],
  UNAVAILABLE: [
    'any request while the database restarts',
    'Wait for the seconds of `retryAfter`, then send it again; a mutation with the Idempotency-Key of before.',
    { retryAfter: 5 },
  ],
  OUTCOME_UNKNOWN: [
    'a mutation whose commit was cut off',
    'Look with a query whether it was saved, or send it again with the same Idempotency-Key.',
  ],
  STORAGE_FULL: [
    'an upload while the disk is full',
    'Keep it on the phone, and try later. An operator sees it in /readyz.',
  ],
  RETIRED: [
    'a field or row after the day on which it was switched off',
    'Move to what the message names. `extensions.deprecations` and the headers Deprecation and Sunset announce it long before.',
  ],
  BROWNOUT: [
    'a field or row on one of the days before it is switched off',
    'It works again after `retryAfter`. Move to what the message names before the last day.',
    { retryAfter: 21600 },
  ],
  SOCIAL_OFF: [
    'mutation { signInWithSocialNetwork(input: { … }) { apiKey } } where no network is configured',
    'Offer e-mail and password only.',
  ],
  SOCIAL_TOKEN_REJECTED: [
    'the token of a network that has expired',
    'Have the person sign in at the network again, and send the new token.',
  ],
  SOCIAL_UNAVAILABLE: ['a sign-in while the network does not answer', 'Offer e-mail and password, or try later.'],
  INTERNAL: [
    'any request',
    'Try again later. If it stays, tell the operator the `requestId`: the log has the cause.',
    { requestId: '0b2f6e0c9d1a4f7e' },
  ],
  TOO_MANY_SUBSCRIPTIONS: [
    'one subscription for each post of a long feed',
    'Subscribe once without a `postId`, and end subscriptions of screens that are left.',
  ],
  TOO_DEEP: [
    '{ me { friends { nodes { friends { nodes { friends { nodes { … } } } } } } } }',
    'Ask for the inner objects with further queries, by their ids (`nodes`).',
  ],
  TOO_MANY_TOKENS: ['a document with a thousand ids in its text', 'Send values as variables.'],
  TOO_MANY_ALIASES: [
    '{ a: node(id: "…") { id } b: node(id: "…") { id } … }',
    'Ask for many objects at once: `nodes(ids: $ids)`.',
  ],
  TOO_MANY_DIRECTIVES: [
    'a field with fifty directives',
    'Give `@include` and `@skip` to a fragment instead of each of its fields.',
  ],
  TOO_MANY_FIELDS: [
    'fragments that contain each other many times',
    'Select fewer fields, and let each fragment be spread once.',
  ],
  DOCUMENT_TOO_LONG: [
    'a GPX file within the text of a document',
    'Send long values as variables, and files by `preparePictureUpload` or `prepareRecordingUpload`.',
  ],
  GRAPHQL_PARSE_FAILED: [
    '{ me { firstName',
    'Look at the place that `locations` names: a bracket is missing, or a word that the language does not have.',
  ],
  GRAPHQL_VALIDATION_FAILED: [
    '{ me { firstname } }',
    'The message names the field that is meant. Generate code from the schema (/graphql/schema.graphql), so that this is found before it is sent.',
  ],
  OPERATION_RESOLUTION_FAILURE: [
    '{"query": "query A { me { id } } query B { liveCursor }"}',
    'Send the name of the operation that is to run as `operationName`.',
  ],
  PERSISTED_QUERY_NOT_FOUND: [
    'a sha256Hash that the service has not seen yet',
    'Send the request again with its text and its hash, as clients with persisted queries do by themselves.',
  ],
  DOCUMENT_NOT_REGISTERED: [
    'any other document where only known ones are accepted',
    'Register the documents of the app: the manifest of /migrate, or that of the build, in DOCUMENTS_PATH.',
  ],
  BAD_REQUEST: [
    'a GET with a mutation',
    'Send queries and mutations as POST with a JSON body, and subscriptions over a WebSocket or /graphql/stream.',
  ],
};
