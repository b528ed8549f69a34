import { expect } from '@jest/globals';
import { membersOf } from '../accounts/social-members.ts';
import { join, newEvent, promote, sponsor } from '../events/participation.ts';
import { comment } from '../feed/commenting.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Answer, Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { feedIds } from '../support/feeds.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import type { TestService } from '../support/service.ts';
import type { fakeNetwork } from '../support/social-network.ts';
import { record } from '../support/workouts.ts';
import type { Recorded } from '../support/workouts.ts';
import { start } from '../conversations/conversation-calls.ts';

/** What all checks find at the service: people, and something of everything that Ann has. */
export interface World extends Cast {
  service: TestService;
  network: Awaited<ReturnType<typeof fakeNetwork>>;
  members: ReturnType<typeof membersOf>;
  staff: Person;
  /** Ann's run with points, sent as JSON. */
  run: Recorded;
  /** Ann's run without points and distance, visible to friends. */
  plain: Recorded;
  /** Ann's run for herself. */
  own: Recorded;
  picture: number;
  /** Bob's comment on Ann's run. */
  comment: number;
  /** Bob's conversation with Ann. */
  conversation: number;
  route: number;
  /** An event in progress, and Ann in it. */
  event: number;
  participant: number;
  /** Ann's posts about it: that she takes part, and that Bob sponsors her. */
  eventPosts: { registered: number; sponsored: number };
  friendship: number;
  /** A new person whom no other check knows. */
  someone: () => Promise<Person>;
}

/** Makes the world of a service. */
export async function makeWorld(service: TestService, network: World['network']): Promise<World> {
  const people = await cast(service);
  const { ann, bob } = people;
  let count = 0;
  const someone = () => newPerson(service, 'Some', `One ${(count += 1)}`);
  const run = await record(ann, {
    title: 'Hills',
    post_body: 'Windy.',
    distance_in_meters: undefined,
    points: pointsFrom(47, 8, 11),
  });
  const plain = await record(ann, { distance_in_meters: null, privacy: 'friends' });
  const own = await record(ann, { privacy: 'private' });
  const staff = await newPerson(service, 'Staff', 'Person');
  await promote(service, staff);
  const event = await newEvent(staff, { startDate: '2024-01-01T00:00:00', endDate: '2099-01-02T00:00:00' });
  const participant = await join(ann, event, { userGoalInMiles: 100, description: 'For water.' });
  await sponsor(bob, ann, participant, 0.5, 'Bob and sons');
  await as(bob).post('/like/toggle/', { object_type: 'post', object_id: run.post });
  const commented = await comment(bob, run.post, 'Well run');
  await as(ann).post('/like/toggle/', { object_type: 'comment', object_id: commented });
  const profile = { birth_date: '1990-02-28', weight: 150, location_lat: 47.25, location_lng: 8.5 };
  await as(ann).patch(`/profile/${ann.id}/`, profile);
  const newest = await feedIds(ann, `type=profile&user_id=${ann.id}&limit=2`);
  const { objects } = await listed(await as(bob).get('/friendship/'));
  return {
    ...people,
    service,
    network,
    members: membersOf(network, service),
    staff,
    run,
    plain,
    own,
    picture: (await addPicture(ann, run.post)).id,
    comment: commented,
    conversation: await start(bob, [ann]),
    route: await makeRoute(ann, run.workout),
    event,
    participant,
    eventPosts: { sponsored: newest[0]!, registered: newest[1]! },
    friendship: Number(objects[0]?.['id']),
    someone,
  };
}

/** The record of an answer, which must be 200. */
export function got(answer: Answer): Mapping {
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json();
}

/** The list of an answer, which must be 200. */
export function listed(answer: Answer): { meta: Mapping; objects: Mapping[] } {
  return got(answer) as never;
}

/** The answer has the status. */
export function status(answer: Answer, expected: number): Answer {
  expect([answer.status, answer.text]).toEqual([expected, answer.text]);
  return answer;
}

/** The answer has the status and nothing in it. */
export function nothing(answer: Answer, expected: number): void {
  expect([answer.status, answer.text]).toEqual([expected, '']);
}

/** The answer has the status and a sentence as plain text that contains the words. */
export function sentence(answer: Answer, expected: number, ...words: string[]): void {
  status(answer, expected);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const word of words) expect(answer.text).toContain(word);
}

/** The id at the end of `Location`, which must be an absolute URL of the resource. */
export function located({ headers }: Answer, resource: string): number {
  const [, id] = new RegExp(`^http://.+/api/v1/${resource}/(\\d+)/$`).exec(headers.location ?? '') ?? [];
  expect([resource, headers.location, id]).toEqual([resource, headers.location, expect.any(String)]);
  return Number(id);
}

/** Uploads a GPX file that is no duplicate; the workout as it is answered. */
export async function uploaded(person: Person, made: Parameters<typeof makeGpx>[0] = {}): Promise<Mapping> {
  const answer = await as(person).upload(makeGpx({ start: nextStart(), ...made }));
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.json();
}

let days = 0;
/** A moment on a day that no other check uses. */
export function nextStart(): string {
  days += 1;
  return new Date(Date.UTC(2023, 0, 1) + days * 86_400_000).toISOString().replace('.000', '');
}
