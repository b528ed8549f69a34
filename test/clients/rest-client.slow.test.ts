/** A client that openapi-typescript and openapi-fetch make of the OpenAPI document compiles, and works with the service. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { befriend, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { generateRest } from './generate-rest.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const bob = await newPerson(service, 'Bob', 'Baker');
await befriend(service, ann, bob);
const generated = await generateRest(service.url);
const { app } = generated;

afterAll(() => generated.remove());

describe('an app with a generated client', () => {
  test('signs in and reads', async () => {
    expect(await app.signIn(ann.email, ann.password)).toBe(ann.username);
    expect(await app.nameOf()).toBe('Ann Archer');
  });

  test('records a run, and is refused when it does so again', async () => {
    const run = await app.record('Hills');
    expect(run).toMatchObject({ title: 'Hills', distance_in_meters: '5000.00' });
    expect(await app.recordAgain('Hills')).toEqual({
      code: '206',
      location: `${service.url}/api/v1/workout/${run.id}/`,
    });
  });

  test('reads the feed and comments', async () => {
    await record(bob, { title: 'Along the lake' });
    const posts = await app.newestPosts();
    expect(posts.map(({ workout }) => workout?.title)).toEqual(['Along the lake', 'Hills']);
    expect(await app.comment(posts[0]?.id ?? 0, 'Well done')).toBe(201);
  });

  test('changes a name, with the method itself and with that of older apps', async () => {
    expect(await app.rename(ann.id, 'Anna')).toBe(202);
    expect(await app.nameOf()).toBe('Anna Archer');
    expect(await app.renameByPost(ann.id, 'Anne')).toBe(202);
    expect(await app.nameOf()).toBe('Anne Archer');
    expect(await app.renameByPost(bob.id, 'Bert')).toBe(401);
  });

  test('is refused without its key', async () => {
    app.signOut();
    await expect(app.nameOf()).rejects.toThrow('refused with 401');
  });
});
