import { globalId } from '../../schema/global-id.ts';
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

/**
 * Makes an account the ordinary way.
 * @throws Error when the service refuses, as it does where somebody of that name is there already
 */
export async function newPerson(service: { url: string }, firstName: string, lastName: string): Promise<Person> {
  const email = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-') + '@example.com';
  const password = `${firstName}'s password`;
  const registration = { first_name: firstName, last_name: lastName, email, password };
  const registered = await nobody(service).post('/account/register/', registration);
  if (registered.status !== 200)
    throw new Error(`no account for ${firstName} ${lastName}: ${registered.status} ${registered.text}`);
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

/** Makes two people friends. @returns the id of the friendship */
export async function befriend(service: TestService, one: Person, other: Person): Promise<number> {
  const [made] = await service.sql(
    'insert into friendship (user1_id, user2_id, accepted_date) values (?, ?, now()) returning id',
    [one.id, other.id],
  );
  await service.sql('insert into friend_edge (user_id, friend_id) values (?, ?), (?, ?)', [
    one.id,
    other.id,
    other.id,
    one.id,
  ]);
  return Number(made?.['id']);
}

/** The cast and a person for each other relation that somebody can have to Ann. */
export interface WholeCast extends Cast {
  /** Ann has blocked her. */
  eve: Person;
  /** She has blocked Ann. */
  bea: Person;
  /** A friend of Bob's, and of nobody else. */
  finn: Person;
  /** Was a friend of Ann's. */
  ivo: Person;
  /** Ann asked him to be friends; he has not answered. */
  abe: Person;
  /** Takes part in the same event as Ann. */
  tia: Person;
  /** Writes with Ann. */
  una: Person;
  /** A friend of Ann's who has muted her. */
  moe: Person;
  /** Ann has muted him. */
  max: Person;
}

/** The whole cast: whatever Ann makes is tried on each of them (`viewers.ts`). */
export async function wholeCast(service: TestService): Promise<WholeCast> {
  const few = await cast(service);
  const { ann, bob } = few;
  const [eve, bea, finn, ivo, abe, tia, una, moe, max] = await Promise.all([
    newPerson(service, 'Eve', 'Echo'),
    newPerson(service, 'Bea', 'Brook'),
    newPerson(service, 'Finn', 'Fisher'),
    newPerson(service, 'Ivo', 'Irwin'),
    newPerson(service, 'Abe', 'Adams'),
    newPerson(service, 'Tia', 'Tanner'),
    newPerson(service, 'Una', 'Unger'),
    newPerson(service, 'Moe', 'Moss'),
    newPerson(service, 'Max', 'Meyer'),
  ]);
  const block = 'insert into block (user_id, blocked_id) values (?, ?)';
  await service.sql(block, [ann.id, eve.id]);
  await service.sql(block, [bea.id, ann.id]);
  await befriend(service, bob, finn);
  await endFriendship(ann, await befriend(service, ann, ivo));
  await as(ann).post('/friendship/request/', { user_id: abe.id });
  await shareEvent(service, [ann, tia]);
  await as(una).post('/conversation/', { message: 'Hello Ann', recipients: [ann.id] });
  await befriend(service, ann, moe);
  const muted = 'insert into mute (user_id, muted_id) values (?, ?)';
  await service.sql(muted, [moe.id, ann.id]);
  await service.sql(muted, [ann.id, max.id]);
  return { ...few, eve, bea, finn, ivo, abe, tia, una, moe, max };
}

async function endFriendship(person: Person, id: number): Promise<void> {
  const ended = await as(person).graphql('mutation ($id: ID!) { endFriendship(input: { id: $id }) { deletedId } }', {
    id: globalId('Friendship', id),
  });
  if (ended.errors.length > 0) throw new Error(JSON.stringify(ended.errors));
}

/** An event in which all of them take part. */
async function shareEvent(service: TestService, people: readonly Person[]): Promise<void> {
  const [event] = await service.sql(
    "insert into event (name, home_url, start_date, end_date) values ('Shared', 'https://example.com', '2024-01-01', '2024-02-01') returning id",
  );
  for (const { id } of people)
    await service.sql('insert into event_participant (event_id, user_id) values (?, ?)', [event?.['id'], id]);
}
