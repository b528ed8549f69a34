import { privacies } from '../../src/domain/rules/visibility.ts';
import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { as, cast, newPerson } from './cast.ts';
import type { Cast, Person } from './cast.ts';
import type { TestService } from './service.ts';

/** Who looks at what Ann makes. */
export type Viewer = 'owner' | 'friend' | 'stranger' | 'pending requester' | 'blocked';

/** Which of Ann's workouts, posts and routes each viewer may see (decisions R12). */
export const maySee: Record<Viewer, readonly Privacy[]> = {
  owner: privacies,
  friend: ['public', 'friends'],
  stranger: ['public'],
  'pending requester': ['public'],
  blocked: [],
};

/** Which of them their friends feeds have. */
export const inFriendsFeed: Record<Viewer, readonly Privacy[]> = { ...maySee, stranger: [], 'pending requester': [] };

/** Which of them the local and the featured feed have for each: public ones. */
export const inOpenFeeds: Record<Viewer, readonly Privacy[]> = { ...maySee, owner: ['public'], friend: ['public'] };

/** The cast and Eve, whom Ann has blocked. All live in one place, and Ann is featured. */
export async function viewersOfAnn(
  service: TestService,
): Promise<Cast & { eve: Person; viewers: Record<Viewer, Person> }> {
  const people = { ...(await cast(service)), eve: await newPerson(service, 'Eve', 'Echo') };
  const { ann, bob, cho, dan, eve } = people;
  await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [ann.id, eve.id]);
  for (const person of Object.values(people))
    await as(person).patch(`/profile/${person.id}/`, { location_lat: 47, location_lng: 8 });
  await service.sql('update users set is_featured = true where id = ?', [ann.id]);
  return { ...people, viewers: { owner: ann, friend: bob, stranger: cho, 'pending requester': dan, blocked: eve } };
}
