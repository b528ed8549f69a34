import { workoutChangeChecks } from '../../src/domain/workouts/edit-workout.ts';
import { workoutChecks } from '../../src/domain/workouts/record-workout.ts';
import { keyChecks } from '../../src/domain/accounts/api-keys.ts';
import type { Viewer } from '../../src/domain/surroundings.ts';
import { registrationChecks } from '../../src/domain/accounts/register.ts';
import type { Context } from '../../src/domain/context.ts';
import { checkMessage } from '../../src/domain/conversations/send-message.ts';
import { conversationChecks } from '../../src/domain/conversations/start-conversation.ts';
import { eventChecks } from '../../src/domain/events/check-event.ts';
import { participationChecks, promiseChecks } from '../../src/domain/events/check-participation.ts';
import { checkComment } from '../../src/domain/feed/add-comment.ts';
import { postChangeChecks } from '../../src/domain/feed/edit-post.ts';
import { invitationChecks } from '../../src/domain/friendships/invite.ts';
import { checkNote } from '../../src/domain/moderation/acts.ts';
import { checkReportText } from '../../src/domain/moderation/report-subject.ts';
import { preferencesChecks } from '../../src/domain/people/update-preferences.ts';
import { profileChecks } from '../../src/domain/people/update-profile.ts';
import { nameChecks } from '../../src/domain/people/update-user.ts';
import { searchChecks } from '../../src/domain/routes/search-routes.ts';
import { faultsOf } from '../../src/errors.ts';
import type { Checks, Violation } from '../../src/errors.ts';
import { databaseIdOf, readGlobalId } from '../global-id.ts';
import { givenPoints } from '../workouts/typed-points.ts';
import type { NodeType } from '../global-id.ts';

/** An input as GraphQL has read it. Fields that are not valid are undefined. */
// eslint-disable-next-line typescript/no-explicit-any -- each line knows its input, whose parts may all be missing
type Input = any;

interface Reader {
  viewer: Viewer | null;
  now: Date;
}

const idOf = (type: NodeType, input: Input, name = 'id') => ({
  [name]: () => databaseIdOf(type, input[name], name),
});
/** The id of what is one's own may be left out. */
const ownIdOf = (type: NodeType, input: Input) => (input.id == null ? {} : idOf(type, input));
const changesIn = ({ id: _id, ...changes }: Input) => changes;
const report = (type: NodeType) => (input: Input) => ({
  ...idOf(type, input),
  text: () => checkReportText(input.text),
});
const note = (input: Input) => ({ note: () => checkNote(input.note) });

/**
 * What the operations check of inputs with several fields, besides what their types require, and without the database. An operation may stop
 * at the first field, as REST has always named one; then, and when a field does not match its type, the rest of them runs as well
 * (decisions D270). An operation without a line names what it finds itself.
 */
const checks: Readonly<Record<string, (input: Input, reader: Reader) => Checks>> = {
  'Query.searchRoutes': (args) => searchChecks(args),
  'Mutation.addComment': (input) => ({
    ...idOf('Post', input, 'postId'),
    comment: () => checkComment(input.comment),
  }),
  'Mutation.createApiKey': (input, { viewer, now }) => (viewer ? keyChecks(input, viewer, now) : {}),
  'Mutation.createEvent': (input) => eventChecks(input),
  'Mutation.createRoute': (input) => idOf('Workout', input, 'workoutId'),
  'Mutation.editComment': (input) => ({ ...idOf('Comment', input), comment: () => checkComment(input.comment) }),
  'Mutation.editPost': (input) => ({ ...idOf('Post', input), ...postChangeChecks(input) }),
  'Mutation.editRoute': (input) => idOf('Route', input),
  'Mutation.editWorkout': (input, { now }) => ({
    ...idOf('Workout', input),
    ...workoutChangeChecks(input, now),
  }),
  'Mutation.hideContent': note,
  'Mutation.invite': (input) => invitationChecks(input),
  'Mutation.joinEvent': (input) => ({ ...idOf('Event', input, 'eventId'), ...participationChecks(input) }),
  'Mutation.markConversationRead': (input) => ({
    ...idOf('Conversation', input),
    ...idOf('Message', input, 'lastMessageId'),
  }),
  'Mutation.recordWorkout': (input, { now }) => ({
    ...(input.trackPoints == null ? {} : { trackPoints: () => givenPoints(input.points, input.trackPoints) }),
    ...workoutChecks(input, now, input.trackPoints ?? input.points),
  }),
  'Mutation.register': (input) => registrationChecks(input),
  'Mutation.reportComment': report('Comment'),
  'Mutation.reportMessage': report('Message'),
  'Mutation.reportPerson': report('User'),
  'Mutation.reportPicture': report('Picture'),
  'Mutation.reportPost': report('Post'),
  'Mutation.restoreContent': note,
  'Mutation.sendMessage': (input) => ({
    ...idOf('Conversation', input, 'conversationId'),
    message: () => checkMessage(input.message),
  }),
  'Mutation.sponsorParticipant': (input) => ({
    ...idOf('EventParticipant', input, 'participantId'),
    ...promiseChecks(input),
  }),
  'Mutation.startConversation': (input, { viewer }) => ({
    ...idsOf('User', input.recipientIds, 'recipientIds'),
    ...conversationChecks(
      (input.recipientIds as string[]).map((id) => readGlobalId(id)?.databaseId ?? 0),
      input.message,
      viewer?.id ?? 0,
    ),
  }),
  'Mutation.suspendPerson': (input) => ({ ...idOf('User', input, 'userId'), ...note(input) }),
  'Mutation.unsuspendPerson': (input) => ({ ...idOf('User', input, 'userId'), ...note(input) }),
  'Mutation.updateParticipation': (input) => ({ ...idOf('EventParticipant', input), ...participationChecks(input) }),
  'Mutation.updatePreferences': (input) => ({
    ...ownIdOf('Preferences', input),
    ...preferencesChecks(changesIn(input)),
  }),
  'Mutation.updateProfile': (input, { now }) => ({ ...ownIdOf('Profile', input), ...profileChecks(input, now) }),
  'Mutation.updateUser': (input) => ({ ...ownIdOf('User', input), ...nameChecks(input) }),
};

function idsOf(type: NodeType, ids: string[], name: string): Checks {
  return Object.fromEntries(ids.map((id, at) => [`${name}.${at}`, () => databaseIdOf(type, id, `${name}.${at}`)]));
}

/**
 * What the checks of a root field find in its arguments. What cannot be checked, because parts of it are missing, is left out.
 * @param root `Mutation.register`
 */
export function furtherFaults(root: string, args: Readonly<Record<string, unknown>>, context: Context): Violation[] {
  const make = checks[root];
  if (!make) return [];
  const input = 'input' in args ? args['input'] : args;
  const made = withoutErrors(() => make(input, { viewer: context.viewer, now: context.now() })) ?? {};
  return Object.entries(made).flatMap(([name, check]) => withoutErrors(() => faultsOf({ [name]: check })) ?? []);
}

/** The result, or undefined when a value is missing that it is made of. */
function withoutErrors<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
