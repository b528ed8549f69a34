import { globalId } from '../../schema/global-id.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { GraphqlAnswer, Mapping } from '../support/client.ts';
import type { TestService } from '../support/service.ts';

/** A participant as REST shows it. */
interface WireParticipant extends Mapping {
  id: number;
  resource_uri: string;
  description: string;
  participant_url: string;
  total_miles_logged: number;
  active: boolean;
  amount_per_mile: number;
  user_goal_in_miles: number;
  'event-instance': Mapping & { id: number };
  user: Mapping & { id: number };
}

/** The collection. */
interface Participants {
  meta: { limit: number; offset: number; total_count: number; next: string | null; previous: string | null };
  objects: WireParticipant[];
}

/** Makes a person staff, at once. */
export async function promote(service: TestService, person: Person): Promise<void> {
  await service.sql('update users set is_staff = true where id = ?', [person.id]);
  // What the service remembers of the key is announced as stale, as `npx runners staff` does.
  await service.sql("select pg_notify('key_revoked', 'all:' || ?::bigint)", [person.id]);
  for (let i = 0; i < 100; i++) {
    const { errors } = await as(person).graphql(
      'mutation ($input: MarkFeaturedInput!) { markFeatured(input: $input) { user { id } } }',
      { input: { userId: globalId('User', person.id), featured: false } },
    );
    if (errors.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service does not see that this is staff');
}

/** What an event is made of unless a test says otherwise. */
export const plainEvent = {
  name: 'Run for Water',
  eventLogo: 'https://water.example/logo.png',
  homeUrl: 'https://water.example/',
  infoUrl: 'https://water.example/info',
  startDate: '2024-05-01T00:00:00',
  endDate: '2024-05-31T00:00:00',
  amountPerMile: 0.25,
};

/** Makes an event as staff; returns its id. */
export async function newEvent(staff: Person, changes: Mapping = {}): Promise<number> {
  const { data, errors } = await as(staff).graphql<{ createEvent: { event: { databaseId: number } } }>(
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { databaseId } } }',
    { input: { ...plainEvent, ...changes } },
  );
  if (!data || errors.length > 0) throw new Error(JSON.stringify(errors));
  return data.createEvent.event.databaseId;
}

/** A mutation of one participation, by name. */
export function change(person: Person, mutation: string, input: Mapping): Promise<GraphqlAnswer> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { participant { databaseId active hot leftDate totalRaised } } }`;
  return as(person).graphql(document, { input });
}

const idOf = ({ data, errors }: GraphqlAnswer, mutation: string): number => {
  if (!data || errors.length > 0) throw new Error(JSON.stringify(errors));
  return (data[mutation] as { participant: { databaseId: number } }).participant.databaseId;
};

/** Joins; returns the participant's id. */
export async function join(person: Person, event: number, more: Mapping = {}): Promise<number> {
  return idOf(await change(person, 'joinEvent', { eventId: globalId('Event', event), ...more }), 'joinEvent');
}

/** Leaves. */
export async function leave(person: Person, participant: number): Promise<void> {
  idOf(await change(person, 'leaveEvent', { id: globalId('EventParticipant', participant) }), 'leaveEvent');
}

/** Promises money for each mile; resolves with the id of the promise, which waits to be accepted. */
export async function promise(person: Person, participant: number, amountPerMile: number, name?: string) {
  const input = { participantId: globalId('EventParticipant', participant), amountPerMile, ...(name ? { name } : {}) };
  const { data, errors } = await as(person).graphql<{
    sponsorParticipant: { participant: { viewerPromise: { id: string } } };
  }>(
    'mutation ($input: SponsorParticipantInput!) { sponsorParticipant(input: $input) { participant { viewerPromise { id } } } }',
    { input },
  );
  if (!data || errors.length > 0) throw new Error(JSON.stringify(errors));
  return data.sponsorParticipant.participant.viewerPromise.id;
}

/** Sponsors somebody, who accepts it; resolves with the id of the promise. */
export async function sponsor(
  person: Person,
  runner: Person,
  participant: number,
  amountPerMile: number,
  name?: string,
): Promise<string> {
  const id = await promise(person, participant, amountPerMile, name);
  idOf(await change(runner, 'acceptSponsor', { id }), 'acceptSponsor');
  return id;
}

/** One participant as somebody sees it. */
export async function participant(viewer: Person, id: number): Promise<WireParticipant> {
  const answer = await as(viewer).get(`/event-participant/${id}/`);
  if (answer.status !== 200) throw new Error(`the participant was refused: ${answer.status} ${answer.text}`);
  return answer.json<WireParticipant>();
}

/** The collection, with a query that begins with `?` or none. */
export async function participants(viewer: Person, query = ''): Promise<Participants> {
  const answer = await as(viewer).get(`/event-participant/${query}`);
  if (answer.status !== 200) throw new Error(`the list was refused: ${answer.status} ${answer.text}`);
  return answer.json<Participants>();
}

/** The code of the first error of an answer, if it has one. */
export const code = ({ errors }: GraphqlAnswer) => errors[0]?.extensions.code;

/** The fields that the first error of an answer names. */
export const fields = ({ errors }: GraphqlAnswer) => Object.keys((errors[0]?.extensions['fields'] ?? {}) as Mapping);

export const participantId = (id: number) => globalId('EventParticipant', id);

/** The sponsors of a participant as somebody sees them: those that count, those that wait, and the viewer's own promise. */
export async function sponsorsOf(viewer: Person, id: number): Promise<Mapping | undefined> {
  const { data } = await as(viewer).graphql<{ eventParticipant: Mapping }>(
    `query ($id: ID!) { eventParticipant(id: $id) {
      sponsors(first: 2) { totalCount nodes { name amountPerMile } }
      waitingSponsors(first: 1) { totalCount nodes { name acceptedDate } pageInfo { hasNextPage } }
      viewerPromise { name } } }`,
    { id: participantId(id) },
  );
  return data?.eventParticipant;
}
