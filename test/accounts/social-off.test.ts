/** The service works without a social network, and validates the settings that configure one. */
import { describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/platform/config.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const whole = {
  SOCIAL_NETWORK: 'meshbook',
  SOCIAL_URL: 'https://graph.example.com/v19.0',
  SOCIAL_APP_ID: '4711',
  SOCIAL_APP_SECRET: 'secret',
};

describe('without a social network', () => {
  test('POST /account/social/login/ reports it', async () => {
    const answer = await nobody(service).post('/account/social/login/', { token: 'any' });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(/not offered/);
  });

  test('POST /workout/[ID]/share/ shares nothing, and uploads with a token are stored', async () => {
    const ann = await newPerson(service, 'Ann', 'Archer');
    const { workout } = await record(ann, { social_access_token: 'any' });
    const message = 'Sharing to a social network is not offered here.';
    // A refusal is not kept under its key, although its status is 200.
    for (let again = 0; again < 2; again++) {
      const body = { social_network: 'meshbook', token: 'any' };
      const answer = await as(ann).post(`/workout/${workout}/share/`, body, { 'Idempotency-Key': 'shared' });
      expect([answer.status, answer.json()]).toEqual([200, { success: false, message }]);
      expect(answer.headers).not.toHaveProperty('idempotency-replayed');
    }
  });
});

describe('configuration', () => {
  test('requires all four settings or none', () => {
    expect(readConfig({}).social).toBeUndefined();
    expect(readConfig(whole).social).toEqual({
      name: 'meshbook',
      url: 'https://graph.example.com/v19.0',
      appId: '4711',
      appSecret: 'secret',
    });
  });

  test.each(Object.keys(whole))('refuses to start when %s is missing', (name) => {
    const read = () => readConfig({ ...whole, [name]: '' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}: is required`));
  });
});
