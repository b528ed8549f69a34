/** API keys can be listed and revoked individually, and each account has at most 50 of them. */
import { describe, expect, test } from '@jest/globals';
import { as, nobody, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();

interface Key {
  id: string;
  label: string;
  createdDate: string;
}

async function signIn({ email, password }: Person, userAgent = ''): Promise<string> {
  const headers: Record<string, string> = userAgent === '' ? {} : { 'User-Agent': userAgent };
  const answer = await nobody(service).post('/account/login/', { email, password }, headers);
  return `Bearer ${String(answer.json()['api_key'])}`;
}
const works = async (Authorization: string) => (await nobody(service).get('/me/', { Authorization })).status === 200;
const keysOf = async (person: Person) =>
  (await as(person).graphql<{ apiKeys: Key[] }>('{ apiKeys { id label createdDate } }')).data?.apiKeys ?? [];
const revoke = (person: Person, id: string | undefined) =>
  as(person).graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { done } }', { id });

describe('keys', () => {
  test('are listed newest first with the client that signed in, and are never shown again', async () => {
    const eve = await newPerson(service, 'Eve', 'Keys');
    const phone = await signIn(eve, 'Phone/1.0');
    const tablet = await signIn(eve, `Tablet ${'x'.repeat(500)}`);
    expect(await Promise.all([eve.authorization, phone, tablet].map(works))).toEqual([true, true, true]);
    const keys = await keysOf(eve);
    expect(keys.map(({ label }) => label.slice(0, 9))).toEqual(['Tablet xx', 'Phone/1.0', '']);
    expect(JSON.stringify(keys)).not.toContain(phone.slice(7));
  });

  test('become invalid at once when they are revoked individually', async () => {
    const fay = await newPerson(service, 'Fay', 'Keys');
    const phone = await signIn(fay);
    expect(await works(phone)).toBe(true);
    const [newest] = await keysOf(fay);
    expect((await revoke(fay, newest?.id)).data).toEqual({ revokeApiKey: { done: true } });
    expect(await works(phone)).toBe(false);
    expect(await works(fay.authorization)).toBe(true);
    expect(await keysOf(fay)).toHaveLength(1);
    expect((await revoke(fay, newest?.id)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('of other users cannot be revoked', async () => {
    const [gil, hal] = [await newPerson(service, 'Gil', 'Keys'), await newPerson(service, 'Hal', 'Keys')];
    const [key] = await keysOf(gil);
    expect((await revoke(hal, key?.id)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await works(gil.authorization)).toBe(true);
  });

  test('beyond 50 replace the oldest, at once', async () => {
    const ida = await newPerson(service, 'Ida', 'Keys');
    const second = await signIn(ida);
    for (let i = 0; i < 48; i++) await signIn(ida);
    expect(await works(ida.authorization)).toBe(true);
    const last = await signIn(ida);
    expect(await Promise.all([ida.authorization, second, last].map(works))).toEqual([false, true, true]);
    const [{ count } = {}] = await service.sql('select count(*)::int as count from api_key where user_id = ?', [
      ida.id,
    ]);
    expect(count).toBe(50);
  });
});
