/** Feeds over REST have the types friends, profile, local, featured and dashboard, and a fallback. */
import { describe, expect, test } from '@jest/globals';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { feedIds, feedPage, follow } from '../support/feeds.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho, dan } = await cast(service);
const posts = async (person: Person) => {
  const [open, friends, hidden] = [
    (await record(person, { privacy: 'public' })).post,
    (await record(person, { privacy: 'friends' })).post,
    (await record(person, { privacy: 'private' })).post,
  ];
  return { open, friends, hidden };
};
const [ofAnn, ofBob, ofCho, ofDan] = [await posts(ann), await posts(bob), await posts(cho), await posts(dan)];

describe('the friends feed', () => {
  test('has one’s own posts and what accepted friends share', async () => {
    const expected = [ofBob.friends, ofBob.open, ofAnn.hidden, ofAnn.friends, ofAnn.open];
    for (const type of ['friends', 'dashboard']) expect(await feedIds(ann, `type=${type}`)).toEqual(expected);
    expect(await feedIds(dan)).toEqual([ofDan.hidden, ofDan.friends, ofDan.open]);
  });

  test('ignores user_id, which belongs to other types', async () => {
    expect(await feedIds(ann, `type=friends&user_id=${cho.id}`)).toEqual(await feedIds(ann));
  });

  test('of type dashboard with user_id is the feed of that user, as far as the reader may see it', async () => {
    expect(await feedIds(cho, `type=dashboard&user_id=${ann.id}`)).toEqual([ofBob.open, ofAnn.open]);
    expect((await feedPage(cho, `type=dashboard&user_id=${ann.id}`)).meta.feed_type).toBe('friends');
  });
});

describe('the profile feed', () => {
  test.each([
    ['oneself', ann, [ofAnn.hidden, ofAnn.friends, ofAnn.open]],
    ['a friend', bob, [ofAnn.friends, ofAnn.open]],
    ['a stranger', cho, [ofAnn.open]],
    ['somebody who asked', dan, [ofAnn.open]],
  ])('of a user contains the posts that %s may see', async (_who, viewer, expected) => {
    const page = await feedPage(viewer, `type=profile&user_id=${ann.id}`);
    expect(page.objects.map(({ id }) => id)).toEqual(expected);
    expect(page.meta.feed_type).toBe('profile');
    expect(await feedIds(viewer, `type=profile%20&user_id=${ann.id}`)).toEqual(expected);
  });

  test('without user_id is one’s own', async () => {
    expect(await feedIds(bob, 'type=profile')).toEqual([ofBob.hidden, ofBob.friends, ofBob.open]);
  });

  test('of an unknown user is empty', async () => {
    expect(await feedIds(ann, 'type=profile&user_id=999999')).toEqual([]);
  });

  test('keeps its user in its links', async () => {
    const { meta } = await feedPage(ann, `type=profile&user_id=${bob.id}&limit=1`);
    expect((await follow(ann, meta.older ?? '')).objects.map(({ id }) => id)).toEqual([ofBob.open]);
  });
});

describe('the local feed', () => {
  const at = (person: Person, location_lat: number, location_lng: number) =>
    as(person).patch(`/profile/${person.id}/`, { location_lat, location_lng });
  const metersADegree = 111_195;

  test('without a place is empty, not an error', async () => {
    const page = await feedPage(ann, 'type=local');
    expect(page).toEqual({ meta: { feed_type: 'local', newer: null, older: null }, objects: [] });
  });

  test('has public posts of people within 200 miles', async () => {
    const [here, near, far] = [
      await newPerson(service, 'Here', 'One'),
      await newPerson(service, 'Near', 'Two'),
      await newPerson(service, 'Far', 'Three'),
    ];
    await at(here, 47, 8);
    await at(near, 47 + 321_000 / metersADegree, 8);
    await at(far, 47 - 323_000 / metersADegree, 8);
    const [ofHere, ofNear] = [await posts(here), await posts(near)];
    await posts(far);
    expect(await feedIds(here, 'type=local')).toEqual([ofNear.open, ofHere.open]);
    await befriend(service, here, near);
    expect(await feedIds(here, 'type=local')).toEqual([ofNear.open, ofHere.open]);
    await at(near, -33, 151);
    expect(await feedIds(here, 'type=local')).toEqual([ofHere.open]);
  });

  test.each([
    ['across the date line', -17, 179.9, -17, -179.9],
    ['around a pole', 89.9, 0, 89.9, 180],
    ['across the meridian', 51, -0.1, 51, 0.1],
    ['across the equator', 0.1, -150, -0.1, -150],
  ])('reaches %s', async (where, lat, lng, otherLat, otherLng) => {
    const [one, other] = [await newPerson(service, 'One', where), await newPerson(service, 'Other', where)];
    await at(one, lat, lng);
    await at(other, otherLat, otherLng);
    const { open } = await posts(other);
    expect(await feedIds(one, 'type=local')).toEqual([open]);
  });
});

describe('the featured feed', () => {
  test('has public posts of people marked by staff', async () => {
    await service.sql('update users set is_featured = true where id = ?', [cho.id]);
    expect(await feedIds(bob, 'type=featured')).toEqual([ofCho.open]);
    expect((await feedPage(bob, 'type=featured')).meta.feed_type).toBe('featured');
    await service.sql('update users set is_featured = false');
    expect(await feedIds(bob, 'type=featured')).toEqual([]);
  });
});

describe('fallback=1', () => {
  test('replaces an empty feed by friends, local, featured', async () => {
    const eve = await newPerson(service, 'Eve', 'Empty');
    const type = async (query: string) => (await feedPage(eve, query)).meta.feed_type;
    expect(await type('fallback=1')).toBe('featured');
    expect(await type('type=friends')).toBe('friends');
    expect(await type('type=profile&fallback=0')).toBe('profile');

    await service.sql('update users set is_featured = true where id = ?', [dan.id]);
    const featured = await feedPage(eve, 'type=local&fallback=1&limit=1');
    expect([featured.meta.feed_type, featured.objects[0]?.id]).toEqual(['featured', ofDan.open]);

    await as(eve).patch(`/profile/${eve.id}/`, { location_lat: 10, location_lng: 10 });
    const neighbour = await newPerson(service, 'Neighbour', 'Near');
    await as(neighbour).patch(`/profile/${neighbour.id}/`, { location_lat: 10, location_lng: 10 });
    const first = (await record(neighbour)).post;
    const second = (await record(neighbour)).post;
    const local = await feedPage(eve, 'type=friends&fallback=1&limit=1');
    expect([local.meta.feed_type, local.objects[0]?.id]).toEqual(['local', second]);
    const next = await follow(eve, local.meta.older ?? '');
    expect([next.meta.feed_type, next.objects[0]?.id]).toEqual(['local', first]);

    await befriend(service, eve, bob);
    expect(await type('type=profile&fallback=1')).toBe('friends');
    expect(await type('type=featured&fallback=1')).toBe('featured');
    await service.sql('update users set is_featured = false');
  });

  test('does nothing when the feed has posts', async () => {
    expect(await feedPage(ann, 'type=profile&fallback=1')).toMatchObject({ meta: { feed_type: 'profile' } });
  });
});
