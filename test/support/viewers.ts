import { privacies } from '../../src/domain/rules/visibility.ts';
import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { as, wholeCast } from './cast.ts';
import type { Person, WholeCast } from './cast.ts';
import type { TestService } from './service.ts';

const byId = {
  owner: privacies,
  friend: ['public', 'friends'],
  'friend of a friend': ['public'],
  'former friend': ['public'],
  'pending requester': ['public'],
  'one she has asked': ['public'],
  'one of the same event': ['public'],
  'one of the same conversation': ['public'],
  stranger: ['public'],
  blocked: [],
  blocker: ['public'],
  'friend who has muted her': ['public', 'friends'],
  'one she has muted': ['public'],
} as const satisfies Record<string, readonly Privacy[]>;

/** Who looks at what Ann makes. */
export type Viewer = keyof typeof byId;
type Seen = Readonly<Record<Viewer, readonly Privacy[]>>;

/** Which of Ann's workouts, posts and routes each viewer may see by its id (decisions R12). */
export const maySee: Seen = byId;

/** Which of them lists and searches have that leave out both directions of a block. */
export const inLists: Seen = { ...maySee, blocker: [] };

/** Which of them their friends feeds have. */
export const inFriendsFeed: Seen = {
  owner: maySee.owner,
  friend: maySee.friend,
  'friend of a friend': [],
  'former friend': [],
  'pending requester': [],
  'one she has asked': [],
  'one of the same event': [],
  'one of the same conversation': [],
  stranger: [],
  blocked: [],
  blocker: [],
  'friend who has muted her': [],
  'one she has muted': [],
};

/** Which of them the local and the featured feed have for each: public ones. */
export const inOpenFeeds: Seen = {
  ...inLists,
  owner: ['public'],
  friend: ['public'],
  'friend of a friend': ['public'],
  'friend who has muted her': [],
};

/** The whole cast, in one place, by what each is to Ann, who is featured. */
export async function viewersOfAnn(service: TestService): Promise<WholeCast & { viewers: Record<Viewer, Person> }> {
  const people = await wholeCast(service);
  const { ann, bob, finn, ivo, dan, abe, tia, una, cho, eve, bea, moe, max } = people;
  for (const person of Object.values<Person>({ ...people }))
    await as(person).patch(`/profile/${person.id}/`, { location_lat: 47, location_lng: 8 });
  await service.sql('update users set is_featured = true where id = ?', [ann.id]);
  const viewers = {
    owner: ann,
    friend: bob,
    'friend of a friend': finn,
    'former friend': ivo,
    'pending requester': dan,
    'one she has asked': abe,
    'one of the same event': tia,
    'one of the same conversation': una,
    stranger: cho,
    blocked: eve,
    blocker: bea,
    'friend who has muted her': moe,
    'one she has muted': max,
  };
  return { ...people, viewers };
}
