import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Context } from '../context.ts';
import { mustBeStaff } from '../context.ts';
import { sponsorRule } from '../events/sponsor.queries.ts';
import { commentRule } from '../feed/comment.queries.ts';
import { feedRules } from '../feed/feed-rules.ts';
import { pictureRule } from '../pictures/picture.queries.ts';
import { conditionsOf, every, holds, ofThing, sqlOf } from '../rules/rule.ts';
import type { Named, Rule } from '../rules/rule.ts';
import { closeRule, friendshipRule, isOwner, memberRule, messageRule } from '../rules/visibility.ts';
import { objectRule, termsRule, userRule } from '../rules/visibility.ts';

/** Why a viewer meets a thing somewhere, or does not. */
export interface ExplainedPlace {
  /** Where, such as `by its id`. */
  place: string;
  isShown: boolean;
  conditions: { name: string; holds: boolean }[];
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
/** Kinds that are named only where a rule asks for what sets them apart. */
const furtherKinds: typeof kindsOfPeople = {
  participant: ['takes part'],
  'friend who has muted the owner': ['friend', 'has muted the owner'],
  'stranger who has blocked the owner': ['has blocked the owner'],
};

/** The things that are explained: the row with `$2`, and the rules of the places at which the viewer `$1` can meet it. */
interface Explainable {
  from: string;
  places: Readonly<Record<string, Rule>>;
}

const byId = 'by its id';
const viewer = '$1';
const own = (owner: string) => ({ [byId]: isOwner(viewer, owner) });
const listed = (rule: Rule, owner: string) => ({
  [byId]: rule,
  'in lists of its owner': every(rule, termsRule(viewer, owner)),
});
const person: Explainable = {
  from: 'users u where u.id = $2',
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
  Preferences: person,
  Stats: person,
  Workout: { from: 'workout w where w.id = $2', places: { [byId]: objectRule(viewer, 'w.user_id', 'w.privacy') } },
  Route: {
    from: 'route r where r.id = $2',
    places: listed(objectRule(viewer, 'r.owner_id', 'r.privacy'), 'r.owner_id'),
  },
  Post: {
    from: 'post p where p.id = $2',
    places: {
      [byId]: objectRule(viewer, 'p.author_id', 'p.privacy'),
      'in lists of its owner': feedRules.profile(viewer),
      'in the friends feed': feedRules.friends(viewer),
      'in the local feed': feedRules.local(viewer),
      'in the featured feed': feedRules.featured(viewer),
    },
  },
  Picture: { from: 'picture pic join post p on p.id = pic.post_id where pic.id = $2', places: { [byId]: pictureRule } },
  Comment: {
    from: 'comment c join post p on p.id = c.post_id where c.id = $2',
    places: { [byId]: commentRule(viewer) },
  },
  Friendship: { from: 'friendship f where f.id = $2', places: { [byId]: friendshipRule(viewer, 'f') } },
  Conversation: { from: 'conversation v where v.id = $2', places: { [byId]: memberRule(viewer, 'v.id') } },
  Message: {
    from: 'message m where m.id = $2',
    places: { [byId]: every(memberRule(viewer, 'm.conversation_id'), messageRule(viewer, 'm')) },
  },
  Event: {
    from: 'event e where e.id = $2',
    places: { [byId]: ofThing('everybody who is signed in sees events', `${viewer} is not null`) },
  },
  EventParticipant: {
    from: 'event_participant ep where ep.id = $2',
    places: listed(userRule(viewer, 'ep.user_id'), 'ep.user_id'),
  },
  EventSponsor: {
    from: 'event_sponsor es join event_participant ep on ep.id = es.participant_id where es.id = $2',
    places: { [byId]: sponsorRule },
  },
  ApiKey: { from: 'api_key k where k.id = $2', places: own('k.user_id') },
};

/** Each condition and each verdict as a column of its own. */
const statements = new Map(
  Object.entries(explainable).map(([type, { from, places }]): [string, Statement<Record<string, boolean>>] => {
    const columns = columnsOf(places).map(([name, sql]) => `(${sql}) is true as "${name}"`);
    const text = `select ${columns.join(', ')} from ${from}`.replaceAll('$1', '$1::bigint');
    return [
      type,
      statement.read(`why_${type.toLowerCase()}`, text, { all: 'only staff run it, which `mustBeStaff` has checked' }),
    ];
  }),
);

function columnsOf(places: Explainable['places']): [name: string, sql: string][] {
  const conditions = Object.values(places).flatMap(conditionsOf);
  const verdicts = Object.entries(places).map(([place, rule]): [string, string] => [`shown ${place}`, sqlOf(rule)]);
  return [...new Map(conditions.map(({ name, sql }) => [name, sql])), ...verdicts];
}

/**
 * Says why somebody sees a thing or does not, and who sees it. What decides elsewhere decides here: the conditions are those of the
 * statements that read.
 * @param type the name of its type in GraphQL
 * @returns one item for each place, or null if there is no such thing; undefined if things of this type are not explained
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
  const found = await context.database.one(read, [viewerId, id]);
  if (!found) return null;
  return Object.entries(explainable[type]?.places ?? {}).map(([place, rule]) => ({
    place,
    isShown: found[`shown ${place}`] === true,
    conditions: conditionsOf(rule).map(({ name }) => ({ name, holds: found[name] === true })),
    seenBy: kindsThatSee(rule, found),
  }));
}

function kindsThatSee(rule: Rule, found: Readonly<Record<string, boolean>>): string[] {
  const asked = new Set(conditionsOf(rule).map(({ name }) => name));
  const further = Object.entries(furtherKinds).filter(([, kind]) => asked.has(kind.at(-1) ?? ''));
  const is = (kind: readonly string[]) => (one: Named) =>
    one.ofViewer ? kind.includes(one.name) : found[one.name] === true;
  return [...Object.entries(kindsOfPeople), ...further]
    .filter(([, kind]) => holds(rule, is(kind)))
    .map(([name]) => name);
}
