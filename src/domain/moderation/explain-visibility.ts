import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Context } from '../context.ts';
import { mustBeStaff } from '../context.ts';
import { sponsorRule } from '../events/sponsor.queries.ts';
import { commentRule } from '../feed/comment.queries.ts';
import { feedRules } from '../feed/feed-rules.ts';
import { isPart, userOfPart } from '../people/part-ids.ts';
import { pictureRule } from '../pictures/picture.queries.ts';
import { canBe, conditionsOf, every, holds, ofThing, sqlOf } from '../rules/rule.ts';
import type { Named, Rule } from '../rules/rule.ts';
import { closeRule, friendshipRule, isOwner, isSuspended, memberRule, messageRule } from '../rules/visibility.ts';
import { objectRule, termsRule, userRule, viewerIsSuspended } from '../rules/visibility.ts';
import { decided, namesIn, phraseOf } from './visibility-sentence.ts';
import type { Told } from './visibility-sentence.ts';

/** Why a viewer meets a thing somewhere, or does not. */
export interface ExplainedPlace {
  /** Where, such as `by its id`. */
  place: string;
  isShown: boolean;
  /** Says whether the viewer meets it there and why, with the names of the people. */
  sentence: string;
  /** Those that decide come first in the sentence. */
  conditions: { name: string; holds: boolean; decides: boolean; sentence: string }[];
  /** The kinds of people who meet it there as things are now. */
  seenBy: string[];
}

/** The kinds of people, by the conditions that hold for them. */
const kindsOfPeople: Readonly<Record<string, readonly string[]>> = {
  owner: ['owner'],
  friend: ['friend'],
  stranger: [],
  blocked: ['blocked'],
};
/** Kinds that are named only where a rule asks for the last condition of theirs, which sets them apart. */
const furtherKinds: typeof kindsOfPeople = {
  participant: ['takes part'],
  'friend who has muted the owner': ['friend', 'has muted the owner'],
  'stranger who has blocked the owner': ['has blocked the owner'],
  'friend who wrote the comment': ['friend', 'comment: owner'],
  'stranger who wrote the comment': ['comment: owner'],
  'participant who wrote the message': ['takes part', 'message: owner'],
};
/** A block of either of two people is one, as `first user: blocked`. */
const blocks = ['blocked', 'has blocked the owner'];
const isNamed = (name: string, kind: readonly string[]) =>
  kind.includes(name) || blocks.some((each) => kind.includes(each) && name.endsWith(` user: ${each}`));

/** The things that are explained: the row with `$2`, and the rules of the places at which the viewer `$1` can meet it. */
interface Explainable {
  from: string;
  /** SQL of the ids of the people whom the rules name: the owner, and those after whom conditions are called. */
  people: Readonly<Record<string, string>>;
  places: Readonly<Record<string, Rule>>;
}

const byId = 'by its id';
/** Whether the viewer has an account, and whether it is suspended, of which the rules of reading know nothing. */
const ofAccount = `exists (select 1 from users where id = $1) as "viewer exists", ${isSuspended('$1')} as "${viewerIsSuspended}"`;
const viewer = '$1';
const own = (owner: string) => ({ [byId]: isOwner(viewer, owner) });
const listed = (rule: Rule, owner: string) => ({
  [byId]: rule,
  'in lists of its owner': every(rule, termsRule(viewer, owner)),
});
const person: Explainable = {
  from: 'users u where u.id = $2',
  people: { owner: 'u.id' },
  places: {
    [byId]: userRule(viewer, 'u.id'),
    'in lists and searches': termsRule(viewer, 'u.id'),
    'birth date, weight and exact place': every(userRule(viewer, 'u.id'), closeRule(viewer, 'u.id')),
    'email, user name and unread counts': isOwner(viewer, 'u.id'),
  },
};

const explainable: Readonly<Record<string, Explainable>> = {
  User: person,
  Profile: person,
  Preferences: {
    from: 'users u where u.id = $2',
    people: { owner: 'u.id' },
    places: { [byId]: isOwner(viewer, 'u.id'), 'over REST': userRule(viewer, 'u.id') },
  },
  Stats: person,
  Workout: {
    from: 'workout w where w.id = $2',
    people: { owner: 'w.user_id' },
    places: { [byId]: objectRule(viewer, 'w') },
  },
  Route: {
    from: 'route r where r.id = $2',
    people: { owner: 'r.owner_id' },
    places: listed(objectRule(viewer, 'r'), 'r.owner_id'),
  },
  Post: {
    from: 'post p where p.id = $2',
    people: { owner: 'p.author_id' },
    places: {
      [byId]: objectRule(viewer, 'p'),
      'in lists of its owner': feedRules.profile(viewer),
      'in the friends feed': feedRules.friends(viewer),
      'in the local feed': feedRules.local(viewer),
      'in the featured feed': feedRules.featured(viewer),
    },
  },
  Picture: {
    from: 'picture pic join post p on p.id = pic.post_id where pic.id = $2',
    people: { owner: 'p.author_id' },
    places: { [byId]: pictureRule },
  },
  Comment: {
    from: 'comment c join post p on p.id = c.post_id where c.id = $2',
    people: { owner: 'p.author_id', commenter: 'c.user_id' },
    places: { [byId]: commentRule(viewer) },
  },
  Friendship: {
    from: 'friendship f where f.id = $2',
    people: { owner: 'f.user1_id', 'first user': 'f.user1_id', 'second user': 'f.user2_id' },
    places: { [byId]: friendshipRule(viewer, 'f') },
  },
  Conversation: {
    from: 'conversation v where v.id = $2',
    people: { owner: 'v.started_by_id' },
    places: { [byId]: memberRule(viewer, 'v.id') },
  },
  Message: {
    from: 'message m where m.id = $2',
    people: { owner: 'm.user_id' },
    places: { [byId]: every(memberRule(viewer, 'm.conversation_id'), messageRule(viewer, 'm')) },
  },
  Event: {
    from: 'event e where e.id = $2',
    people: {},
    places: { [byId]: ofThing('everybody who is signed in sees events', `${viewer} is not null`) },
  },
  EventParticipant: {
    from: 'event_participant ep where ep.id = $2',
    people: { owner: 'ep.user_id' },
    places: listed(userRule(viewer, 'ep.user_id'), 'ep.user_id'),
  },
  EventSponsor: {
    from: 'event_sponsor es join event_participant ep on ep.id = es.participant_id where es.id = $2',
    people: { owner: 'ep.user_id', sponsor: 'es.user_id' },
    places: { [byId]: sponsorRule },
  },
  ApiKey: { from: 'api_key k where k.id = $2', people: { owner: 'k.user_id' }, places: own('k.user_id') },
};

type Found = Readonly<Record<string, boolean | string | null>>;

/** Each condition and each verdict as a column of its own, and the names of the people. */
const statements = new Map(
  Object.entries(explainable).map(([type, { from, people, places }]): [string, Statement<Found>] => {
    const columns = columnsOf(places).map(([name, sql]) => `(${sql}) is true as "${name}"`);
    const names = Object.entries({ viewer, ...people }).map(
      ([whom, id]) =>
        `(select concat_ws(chr(10), n.id, n.first_name, n.last_name) from users n where n.id = ${id}) as "name of ${whom}"`,
    );
    const text = `select ${[ofAccount, ...names, ...columns].join(', ')} from ${from}`.replaceAll('$1', '$1::bigint');
    return [
      type,
      statement.read(`why_${type.toLowerCase()}`, text, { all: 'only staff run it, which `mustBeStaff` has checked' }),
    ];
  }),
);

function columnsOf(places: Explainable['places']): [name: string, sql: string][] {
  const conditions = Object.values(places).flatMap(conditionsOf);
  const verdicts = Object.entries(places).map(([place, rule]): [string, string] => [`shown ${place}`, sqlOf(rule)]);
  const others = conditions.filter(({ name }) => name !== viewerIsSuspended);
  return [...new Map(others.map(({ name, sql }) => [name, sql])), ...verdicts];
}

/**
 * Says why somebody sees a thing or does not, and who sees it. What decides elsewhere decides here: the conditions are those of the
 * statements that read.
 * @param type the name of its type in GraphQL
 * @param id the integer by which it is shown
 * @returns one item for each place, or null if there is no such thing, or no such viewer; undefined if things of this type are not explained
 * @throws Failure UNAUTHENTICATED, NOT_STAFF
 */
export async function explainVisibility(
  context: Context,
  type: string,
  id: number,
  viewerId: number,
): Promise<ExplainedPlace[] | null | undefined> {
  mustBeStaff(context);
  const read = statements.get(type);
  if (!read) return undefined;
  const rowId = isPart(type) ? await userOfPart(context, type, id) : id;
  const found = await context.database.one(read, [viewerId, rowId]);
  if (!found?.['viewer exists']) return null;
  const isSuspendedNow = found[viewerIsSuspended] === true;
  const names = namesIn(found);
  const told: Told = { type, nameOf: (whom) => names.get(whom) ?? null, isSo: (name) => found[name] === true };
  return Object.entries(explainable[type]?.places ?? {})
    .filter(([place, rule]) => place === byId || canBe(rule, true, fixedIn(found)))
    .map(([place, rule]) => {
      // Whoever is suspended cannot sign in.
      const isShown = found[`shown ${place}`] === true && !isSuspendedNow;
      const seenBy = kindsThatSee(rule, found);
      const { names: deciding, sentence } = decided(told, place === byId ? null : place, {
        rule,
        isShown,
        isSuspendedNow,
        seenBy,
      });
      const conditions = namesOf(rule, isSuspendedNow).map((name) => {
        return { name, holds: told.isSo(name), decides: deciding.includes(name), sentence: phraseOf(told, name) };
      });
      return { place, isShown, sentence, conditions, seenBy };
    });
}

/** What passes, or is otherwise for others. Everything else about a thing keeps it from a feed for good. */
const passing = ['suspended', 'hidden by staff', 'near'];
const fixedIn = (found: Found) => (one: Named) =>
  one.ofViewer || passing.some((name) => one.name.endsWith(name)) ? undefined : found[one.name] === true;

/** The names of the conditions of a rule, with that of a suspended viewer, whom every rule refuses. */
function namesOf(rule: Rule, isSuspendedNow: boolean): string[] {
  const names = conditionsOf(rule).map(({ name }) => name);
  return isSuspendedNow && !names.includes(viewerIsSuspended) ? [...names, viewerIsSuspended] : names;
}

function kindsThatSee(rule: Rule, found: Found): string[] {
  const asked = conditionsOf(rule).map(({ name }) => name);
  const isAsked = ([, kind]: [string, readonly string[]]) => asked.some((name) => isNamed(name, kind.slice(-1)));
  const further = Object.entries(furtherKinds).filter(isAsked);
  const is = (kind: readonly string[]) => (one: Named) =>
    one.ofViewer ? isNamed(one.name, kind) : found[one.name] === true;
  return [...Object.entries(kindsOfPeople), ...further]
    .filter(([, kind]) => holds(rule, is(kind)))
    .map(([name]) => name);
}
