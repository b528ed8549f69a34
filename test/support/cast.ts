import { Client } from './client.ts';
import type { TestService } from './service.ts';

/** Somebody with an account. */
export interface Person {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  username: string;
  /** Value of the Authorization header. */
  authorization: string;
  url: string;
}

/** The people of the tests. */
export interface Cast {
  ann: Person;
  /** A friend of Ann's. */
  bob: Person;
  /** A stranger to all. */
  cho: Person;
  /** Asked Ann to be friends; she has not answered. */
  dan: Person;
}

/** A client signed in as the person. */
export function as(person: Person): Client {
  return new Client(person.url, person.authorization);
}

/** A client that is not signed in. */
export function nobody(service: { url: string }): Client {
  return new Client(service.url);
}

/** Makes an account the ordinary way. */
export async function newPerson(service: { url: string }, firstName: string, lastName: string): Promise<Person> {
  const email = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-') + '@example.com';
  const password = `${firstName}'s password`;
  const registration = { first_name: firstName, last_name: lastName, email, password };
  const registered = await nobody(service).post('/account/register/', registration);
  const { username, api_key } = registered.json<{ username: string; api_key: string }>();
  const authorization = `ApiKey ${username}:${api_key}`;
  const me = await new Client(service.url, authorization).get('/me/');
  const { id } = me.json<{ id: number }>();
  return { id, firstName, lastName, email, password, username, authorization, url: service.url };
}

/** Ann and Bob, who are friends, Cho and Dan, who are not. */
export async function cast(service: TestService): Promise<Cast> {
  const [ann, bob, cho, dan] = await Promise.all([
    newPerson(service, 'Ann', 'Archer'),
    newPerson(service, 'Bob', 'Baker'),
    newPerson(service, 'Cho', 'Chang'),
    newPerson(service, 'Dan', 'Dyer'),
  ]);
  await befriend(service, ann, bob);
  await service.sql('insert into friendship (user1_id, user2_id) values (?, ?)', [dan.id, ann.id]);
  return { ann, bob, cho, dan };
}

/** Makes two people friends. */
export async function befriend(service: TestService, one: Person, other: Person): Promise<void> {
  await service.sql('insert into friendship (user1_id, user2_id, accepted_date) values (?, ?, now())', [
    one.id,
    other.id,
  ]);
  await service.sql('insert into friend_edge (user_id, friend_id) values (?, ?), (?, ?)', [
    one.id,
    other.id,
    other.id,
    one.id,
  ]);
}
