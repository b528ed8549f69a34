import { expect } from '@jest/globals';
import { interfaceRows } from '../rest-compat/interface-rows.ts';
import { as, nobody } from '../support/cast.ts';
import { workoutBody } from '../support/workouts.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, nothing, sentence, status } from './world.ts';

const patches = interfaceRows.filter((label) => label.startsWith('PATCH '));
const found = [
  '/workout/999999/',
  '/post/999999/',
  '/picture/999999/',
  '/user/999999/',
  '/preferences/999999/',
  '/profile/999999/',
  '/stats/999999/',
  '/conversation/999999/',
  '/message/999999/',
  '/friendship/999999/',
  '/comment/999999/',
  '/route/999999/',
  '/event-instance/999999',
  '/event-participant/999999/',
];

/** Errors, limits and versions. */
export const errors: Statements = {
  ...each(
    found,
    (path) => `${path} is answered with 404 and no body`,
    async ({ ann }, path) => nothing(await as(ann).get(path), 404),
  ),
  'A wrong password at the sign-in is answered with 400': async ({ service, ann }) => {
    status(await nobody(service).post('/account/login/', { email: ann.email, password: 'not this one' }), 400);
  },
  'An error has one line for each field that is wrong': async ({ ann }) => {
    const answer = await as(ann).post('/workout/', workoutBody({ title: undefined, run_date: undefined }));
    sentence(answer, 400, 'title: is required', 'run_date: is required');
    expect(answer.text.split('\n')).toHaveLength(2);
  },
  'Code 100 is a text in JSON, whatever the format of the request': async ({ ann }) => {
    const body = { old_password: 'wrong one', new_password: 'long enough' };
    const answer = await as(ann).post('/user/password/?format=xml', body);
    expect(answer.json()).toMatchObject({ error: { code: '100' } });
  },
  'The codes of a duplicate workout are JSON, whatever the format of the request': async ({ ann }) => {
    const body = workoutBody();
    await as(ann).post('/workout/', body);
    expect((await as(ann).post('/workout/?format=yaml', body)).json<string[]>()[0]).toBe('206');
  },
  'A page of the post list has 20 posts unless limit says otherwise': async ({ ann }) => {
    expect(listed(await as(ann).get('/post/?limit=1')).objects).toHaveLength(1);
  },
  'A page of the participants has 20 items': async ({ ann }) => {
    expect(listed(await as(ann).get('/event-participant/')).meta).toMatchObject({ limit: 20 });
  },
  'The version is part of the path: without it there is no such path': async ({ ann }) => {
    status(await as(ann).sendTo('GET', '/me/'), 404);
  },
  'The version is part of the path: another one does not exist': async ({ ann }) => {
    status(await as(ann).sendTo('GET', '/api/v2/me/'), 404);
  },
  ...each(
    patches,
    (label) => `${label} is sent as POST with X-HTTP-Method-Override: PATCH`,
    async ({ ann, conversation }, label) => {
      const path = label
        .slice(6)
        .replaceAll(/\[\w+\]/g, label.includes('conversation') ? String(conversation) : String(ann.id));
      const headers = { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'PATCH' };
      const answer = await as(ann).send('POST', path, { headers, body: '{}' });
      expect([404, 405]).not.toContain(answer.status);
    },
  ),
  ...each(
    patches.filter((label) => !/workout|conversation/.test(label)),
    (label) => `${label} without the header is answered with 405`,
    async ({ ann }, label) => {
      nothing(await as(ann).post(label.slice(6).replaceAll(/\[\w+\]/g, String(ann.id)), {}), 405);
    },
  ),
  'dashboard is deprecated and behaves like friends': async ({ bob }) => {
    expect(got(await as(bob).get('/post/?type=dashboard'))['objects']).toEqual(
      got(await as(bob).get('/post/'))['objects'],
    );
  },
  ...each(
    [200, 201, 202, 204],
    (code) => `Status ${code} is one of those that succeed`,
    async ({ ann }, code) => {
      const answers = {
        200: () => as(ann).get('/me/'),
        201: () => as(ann).post('/workout/', workoutBody()),
        202: () => as(ann).patch(`/user/${ann.id}/`, { first_name: 'Ann' }),
        204: () => as(ann).post('/user/password/', { old_password: ann.password, new_password: ann.password }),
      };
      status(await answers[code as 200](), code);
    },
  ),
};
