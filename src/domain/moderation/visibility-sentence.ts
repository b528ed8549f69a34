import { decidingOf } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { viewerIsSuspended } from '../rules/visibility.ts';

/** What is known of a thing and of the people around it. */
export interface Told {
  /** The type of the thing in GraphQL. */
  type: string;
  /** The name of the viewer, of the owner, or of whom conditions are called after; null if there is no such person. */
  nameOf(whom: string): string | null;
  /** Whether a condition holds. */
  isSo(condition: string): boolean;
}

/**
 * The names of the people of a row, by whom they are: first names, and more where two people have the same.
 * @param found has columns such as `name of owner`, with the id, the first and the last name in lines
 */
export function namesIn(found: Readonly<Record<string, unknown>>): Map<string, string> {
  const people = Object.entries(found).flatMap(([column, value]) => {
    if (!column.startsWith('name of ') || typeof value !== 'string') return [];
    const [id = '', first = '', last = ''] = value.split('\n');
    return [
      { whom: column.slice('name of '.length), id, names: [first, `${first} ${last}`, `${first} ${last} (${id})`] },
    ];
  });
  const isOwn = (person: (typeof people)[number], i: number) =>
    person.names[i]?.trim() !== '' &&
    people.every((other) => other.id === person.id || other.names[i] !== person.names[i]);
  return new Map(
    people.map((person) => [
      person.whom,
      (person.names.find((_, i) => isOwn(person, i)) ?? `user ${person.id}`).trim(),
    ]),
  );
}

type Phrase = (people: { viewer: string; other: string; isSo: Told['isSo'] }) => readonly [yes: string, no: string];

const isOr = (before: string, after: string): [string, string] => [
  `${before} is ${after}`,
  `${before} is not ${after}`,
];
const hasOr = (before: string, after: string): [string, string] => [
  `${before} has ${after}`,
  `${before} has not ${after}`,
];
/** What is not public is for friends, or private. */
const privacyOf = (isSo: Told['isSo']) =>
  isSo('public') ? 'it is public' : isSo('visible to friends') ? 'it is for friends' : 'it is private';

/** Conditions as sentences, if they hold and if they do not. */
const phrases: Readonly<Record<string, Phrase>> = {
  owner: ({ viewer }) => isOr('it', `${viewer}'s own`),
  friend: ({ viewer, other }) => [`${viewer} is a friend of ${other}`, `${viewer} is no friend of ${other}`],
  public: ({ isSo }) => ['it is public', privacyOf(isSo)],
  'visible to friends': ({ isSo }) => ['it is for friends', privacyOf(isSo)],
  blocked: ({ viewer, other }) => hasOr(other, `blocked ${viewer}`),
  'has blocked the owner': ({ viewer, other }) => hasOr(viewer, `blocked ${other}`),
  'has muted the owner': ({ viewer, other }) => hasOr(viewer, `muted ${other}`),
  suspended: ({ other }) => isOr(other, 'suspended'),
  [viewerIsSuspended]: ({ viewer }) => isOr(viewer, 'suspended'),
  'hidden by staff': () => ['staff have hidden it', 'staff have not hidden it'],
  'takes part': ({ viewer }) => [`${viewer} takes part in it`, `${viewer} does not take part in it`],
  accepted: () => isOr('it', 'accepted'),
  'owner is featured': ({ other }) => isOr(other, 'featured'),
  'owner has a place': ({ other }) => [`${other} has a place`, `${other} has no place`],
  near: ({ viewer, other }) => isOr(other, `near ${viewer}`),
  'had blocked the author': ({ viewer, other }) => [
    `${viewer} had blocked ${other}`,
    `${viewer} had not blocked ${other}`,
  ],
  'had blocked the author who is gone': ({ viewer }) => [
    `${viewer} had blocked its author`,
    `${viewer} had not blocked an author who is gone`,
  ],
  'everybody who is signed in sees events': () => ['everybody who is signed in sees events', 'nobody is signed in'],
};

/** A condition as a sentence with the names of the people, without its end. */
export function phraseOf({ nameOf, isSo }: Told, condition: string): string {
  const [, whom = 'owner', name = ''] =
    /^(?:(commenter|comment|message|sponsor|first user|second user): )?(.*)$/.exec(condition) ?? [];
  const viewer = nameOf('viewer') ?? 'the viewer';
  const other = nameOf(whom) ?? nameOf('owner') ?? 'somebody who is gone';
  const isWritten = name === 'owner' && (whom === 'comment' || whom === 'message');
  const phrase = isWritten
    ? [`${viewer} wrote it`, `${viewer} did not write it`]
    : phrases[name]?.({ viewer, other, isSo });
  return (isSo(condition) ? phrase?.[0] : phrase?.[1]) ?? `${condition}: ${isSo(condition) ? 'yes' : 'no'}`;
}

const people = ['User'];

/**
 * Says in a sentence whether the viewer meets a thing at a place, and why: "Elena doesn't see this post: it is private, and only Robin sees it."
 * @param place null for its own address
 * @returns the names of the conditions that decide as well
 */
export function decided(
  told: Told,
  place: string | null,
  {
    rule,
    isShown,
    isSuspendedNow,
    seenBy,
  }: { rule: Rule; isShown: boolean; isSuspendedNow: boolean; seenBy: readonly string[] },
): { names: string[]; sentence: string } {
  const all = decidingOf(rule, ({ name }) => told.isSo(name)).map(({ name }) => name);
  const positive = all.filter((name) => told.isSo(name));
  // That somebody else's thing is not one's own goes without saying, and so does what could hide it and does not.
  const telling = isShown ? positive : all.filter((name) => name !== 'owner');
  const names = isSuspendedNow ? [viewerIsSuspended] : telling.length > 0 ? telling : all;
  const [viewer, owner] = [told.nameOf('viewer') ?? 'the viewer', told.nameOf('owner')];
  const isOwn = isShown && positive.length === 0 && viewer === owner;
  const why = isOwn ? [`it is ${viewer}'s own`] : [...new Set(names.map((name) => phraseOf(told, name)))];
  if (why.includes('it is private') && seenBy.join() === 'owner' && owner) why.push(`only ${owner} sees it`);
  const own =
    people.includes(told.type) && owner
      ? owner
      : `this ${told.type.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()}`;
  const what = place === null ? own : /^(?:in|over) /.test(place) ? `${own} ${place}` : `${place} of ${own}`;
  return { names, sentence: `${viewer} ${isShown ? 'sees' : "doesn't see"} ${what}: ${why.join(', and ')}.` };
}
