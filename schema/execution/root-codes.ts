import { getNamedType, GraphQLEnumType, GraphQLSchema, isObjectType } from 'graphql';
import { errorCodes, violationCodes } from '../../src/errors.ts';
import type { ErrorCode, FailureCode } from '../../src/errors.ts';
import type { introspection } from '../introspection.d.ts';

type MutationName = keyof introspection['types']['Mutation']['fields'] & string;

const owned = ['NOT_FOUND', 'NOT_YOURS'] as const;
const writing = ['NOT_FOUND', 'BLOCKED', 'UNPROVEN'] as const;
const staff = ['NOT_STAFF', 'NOT_FOUND'] as const;

/**
 * The codes of the failures of each mutation (decisions D277), besides INVALID, which all with an input can have, and besides those of
 * `everywhere`. The compiler requires a line for each mutation; a failure with another code is logged as an error, which fails the tests.
 */
const mutationCodes: Readonly<Record<MutationName, readonly FailureCode[]>> = {
  acceptConversation: ['NOT_FOUND'],
  acceptFriendship: owned,
  acceptSponsor: owned,
  addComment: writing,
  addPicture: ['NOT_FOUND', 'TOO_LARGE'],
  archiveConversation: ['NOT_FOUND'],
  blockUser: ['NOT_FOUND'],
  changePassword: ['OLD_PASSWORD_MISMATCH'],
  completePictureUpload: ['NOT_FOUND', 'TOO_LARGE'],
  createApiKey: ['TOO_MANY_KEYS'],
  createEvent: ['NOT_STAFF'],
  createRoute: owned,
  deleteAccount: ['OLD_PASSWORD_MISMATCH'],
  deleteComment: ['NOT_FOUND'],
  deleteMessage: ['NOT_FOUND'],
  deletePicture: ['NOT_FOUND'],
  deletePost: ['NOT_FOUND'],
  deleteRoute: owned,
  deleteWorkout: owned,
  disconnectSocialAccount: ['NOT_FOUND'],
  dismissReport: staff,
  editComment: ['NOT_FOUND', 'BLOCKED'],
  editEvent: staff,
  editPost: ['NOT_FOUND'],
  editRoute: owned,
  editWorkout: [...owned, 'WORKOUT_EXISTS'],
  endFriendship: ['NOT_FOUND'],
  exportMyData: [],
  favoriteRoute: ['NOT_FOUND'],
  finishPasswordReset: [],
  hideContent: staff,
  hideConversation: ['NOT_FOUND'],
  importGpx: ['MALFORMED', 'TOO_LARGE', 'WORKOUT_EXISTS'],
  importMyData: ['NOT_FOUND'],
  invite: ['UNPROVEN'],
  joinEvent: ['NOT_FOUND'],
  leaveConversation: ['NOT_FOUND'],
  leaveEvent: owned,
  likeComment: ['NOT_FOUND', 'BLOCKED'],
  likePost: ['NOT_FOUND', 'BLOCKED'],
  markConversationRead: ['NOT_FOUND', 'NEWER_MESSAGES'],
  markFeatured: staff,
  markNotificationsRead: ['NOT_FOUND'],
  moveConversationToInbox: ['NOT_FOUND'],
  mutePerson: ['NOT_FOUND'],
  prepareDataImport: [],
  preparePictureUpload: ['NOT_FOUND'],
  prepareProfilePictureUpload: [],
  recordWorkout: ['WORKOUT_EXISTS'],
  register: ['EMAIL_TAKEN'],
  removeProfilePicture: [],
  removeSponsor: ['NOT_FOUND'],
  reorderPictures: ['NOT_FOUND'],
  replaceRoute: [...owned, 'MALFORMED', 'TOO_LARGE'],
  replaceTrack: [...owned, 'MALFORMED', 'TOO_LARGE'],
  reportComment: ['NOT_FOUND'],
  reportMessage: ['NOT_FOUND'],
  reportPerson: ['NOT_FOUND'],
  reportPicture: ['NOT_FOUND'],
  reportPost: ['NOT_FOUND'],
  requestFriendship: ['NOT_FOUND', 'FRIENDSHIP_EXISTS'],
  requestPasswordReset: ['EMAIL_UNKNOWN'],
  restoreContent: staff,
  revokeApiKey: ['NOT_FOUND'],
  sendMessage: ['NOT_FOUND', 'BLOCKED'],
  setProfilePicture: ['NOT_FOUND', 'TOO_LARGE'],
  shareWorkout: owned,
  signIn: ['WRONG_PASSWORD'],
  signOut: [],
  signInWithSocialNetwork: ['SOCIAL_OFF', 'SOCIAL_TOKEN_REJECTED', 'SOCIAL_UNAVAILABLE', 'EMAIL_TAKEN'],
  sponsorParticipant: writing,
  startConversation: writing,
  suspendPerson: staff,
  toggleFavoriteRoute: ['NOT_FOUND'],
  toggleLike: ['NOT_FOUND', 'BLOCKED'],
  unblockUser: ['NOT_FOUND'],
  unfavoriteRoute: ['NOT_FOUND'],
  unlikeComment: ['NOT_FOUND', 'BLOCKED'],
  unlikePost: ['NOT_FOUND', 'BLOCKED'],
  unmutePerson: ['NOT_FOUND'],
  withdrawInvitation: ['NOT_FOUND'],
  withdrawReport: ['NOT_FOUND'],
  unsuspendPerson: staff,
  updateParticipation: owned,
  updatePreferences: owned,
  updateProfile: owned,
  updateUser: owned,
};

/** Codes that every operation can have: of the key, the rates, the service and the headers of a request. */
const everywhere: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'INVALID_KEY',
  'KEY_EXPIRED',
  'SUSPENDED',
  'INSUFFICIENT_SCOPE',
  'RATE_LIMITED',
  'TOO_COSTLY',
  'BUSY',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'STORAGE_FULL',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_ANSWER_TOO_LARGE',
  'IDEMPOTENCY_KEYS_EXHAUSTED',
  'INTERNAL',
];

const list = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ');

function enumOf(name: string, description: string, meanings: Readonly<Record<string, string>>): GraphQLEnumType {
  const values = Object.entries(meanings).map(([value, meaning]) => [value, { description: meaning }]);
  return new GraphQLEnumType({ name, description, values: Object.fromEntries(values) as Record<string, object> });
}

/** The schema with the codes of errors, which no field returns. They are here for clients that generate types. */
export function withErrorCodes(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const codes = enumOf(
    'ErrorCode',
    `The codes in \`extensions.code\` of errors. Payloads name those of their mutations; every operation can also have ${list(everywhere)}. New codes may be added.`,
    errorCodes,
  );
  const fieldCodes = enumOf(
    'FieldErrorCode',
    'The codes in `extensions.fieldCodes` of errors, by the path of the field in the input: `{ "points.0.lat": "OUT_OF_RANGE" }`. `extensions.fields` has a sentence for each of them. New codes may be added.',
    violationCodes,
  );
  return new GraphQLSchema({ ...config, types: [...config.types, codes, fieldCodes] });
}

/** Names the codes of each mutation in its description, and in that of its payload. */
export function describeCodes(schema: GraphQLSchema): void {
  const ofPayloads = new Map<string, Set<string>>();
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const codes = codesOf(field.name as MutationName, field.args.length > 0);
    if (codes.length > 0) field.description = `${field.description}\n\nCodes of its failures: ${list(codes)}.`;
    const payload = getNamedType(field.type).name;
    const all = ofPayloads.get(payload) ?? new Set();
    for (const code of codes) all.add(code);
    ofPayloads.set(payload, all);
  }
  for (const [name, codes] of ofPayloads) {
    const type = schema.getType(name);
    if (isObjectType(type) && codes.size > 0)
      type.description = `${type.description}\n\nWithout it, the error has one of the codes ${list([...codes])}, or one that every operation can have (\`ErrorCode\`).`;
  }
}

/** Whether the description of a mutation, or of all, names a code. */
export function isDeclared(mutation: string, code: FailureCode): boolean {
  return everywhere.includes(code) || codesOf(mutation as MutationName, true).includes(code);
}

/** The codes of a mutation. None in a schema that is being printed, while its line is missing. */
function codesOf(name: MutationName, takesInput: boolean): ErrorCode[] {
  const codes: readonly ErrorCode[] | undefined = mutationCodes[name];
  return [...(takesInput ? (['INVALID'] as const) : []), ...(codes ?? [])];
}
