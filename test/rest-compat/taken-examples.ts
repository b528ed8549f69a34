import { documentTypes } from '../../rest-compat/openapi/examples.ts';
import type { OperationExample } from '../../rest-compat/openapi/examples.ts';
import type { WireMapping } from '@runners/wire';
import { endpoints, splitLabel } from '../../rest-compat/openapi/labels.ts';
import { operationId } from '../../rest-compat/openapi/operation.ts';
import { membersOf } from '../accounts/social-members.ts';
import { smallJpeg } from '../pictures/images.ts';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Answer, Client, Parcel } from '../support/client.ts';
import { fetchablePaths } from '../support/fetchable.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import type { TestService } from '../support/service.ts';
import type { fakeNetwork } from '../support/social-network.ts';
import { record, workoutBody } from '../support/workouts.ts';

type Examples = Record<string, OperationExample>;

/** Values that differ with every run, and what the examples have instead. */
const volatile: readonly [RegExp, string][] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://runners.example'],
  [/\b(?!2024-01-|2099-)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}/g, '2024-05-01T07:30:00.000000'],
  [/\b(signature|access_key|expires|key)=[\w%.-]+/g, '$1=0123456789'],
  [/\/[0-9a-f]{32}\//g, '/0123456789abcdef0123456789abcdef/'],
  [/\brunner_\w+/g, 'runner_4x7k2m9q'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{43}\b/g, 'the-key-of-this-sign-in'],
];

const lasting = (text: string) =>
  volatile.reduce((kept, [pattern, instead]) => kept.replaceAll(pattern, instead), text);

/** Calls every operation of a service, and returns a request and the answers of each, for the OpenAPI document. */
export async function takeExamples(
  service: TestService,
  network: Awaited<ReturnType<typeof fakeNetwork>>,
): Promise<Examples> {
  const examples: Examples = {};
  const ann = await newPerson(service, 'Ann', 'Archer');
  const bob = await newPerson(service, 'Bob', 'Baker');
  const cho = await newPerson(service, 'Cho', 'Chang');
  await befriend(service, ann, bob);
  const recorded = await record(ann, { post_body: 'A fine morning' });
  const paths = await fetchablePaths(service, { ann, bob, cho, dan: cho }, recorded);

  /** Stores what was answered to a row. */
  function keep(label: string, { status, headers, text }: Answer): Answer {
    const { answers } = exampleOf(label);
    const type = headers['content-type']?.split(';', 1)[0];
    const byType = (answers[status] ??= {});
    if (type !== undefined) {
      const shown = lasting(text);
      byType[type] = type === 'application/json' ? (JSON.parse(shown) as unknown) : shown;
    }
    return { status, headers, text, json: <Shape>() => JSON.parse(text) as Shape };
  }
  const exampleOf = (label: string) => (examples[idOf(label)] ??= { answers: {} });

  /** Sends the fields of a body, which become the example of the request. */
  async function send(label: string, client: Client, path: string, fields?: WireMapping): Promise<Answer> {
    const example = exampleOf(label);
    if (fields) example.fields ??= JSON.parse(lasting(JSON.stringify(fields))) as WireMapping;
    return keep(label, await client.send(splitLabel(label).method, path, jsonOf(fields)));
  }
  const sendFile = async (label: string, path: string, type: string, body: Buffer | string) =>
    keep(label, await as(ann).send(splitLabel(label).method, path, { headers: { 'Content-Type': type }, body }));

  for (const [label, path] of Object.entries(paths)) {
    for (const type of Object.values(documentTypes)) keep(label, await as(ann).get(limited(path), { Accept: type }));
    if (/\blimit\b/.test(JSON.stringify(parametersOf(label))))
      keep(label, await as(ann).get(`${path}${path.includes('?') ? '&' : '?'}limit=few`));
  }
  keep('GET /workout/', await as(ann).get(`/workout/?limit=1`, { Accept: contentTypes.gpx }));

  await sendAccounts();
  await sendWorkouts();
  await sendFeed();
  await sendTalk();
  await sendPeople();
  return Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));

  async function sendAccounts() {
    const anybody = nobody(service);
    const { email, password } = ann;
    await send('POST /account/login/', anybody, '/account/login/', { email, password });
    await send('POST /account/login/', anybody, '/account/login/', { email, password: 'not this one' });
    await send('POST /account/login/', anybody, '/account/login/', {});
    const registration = {
      first_name: 'Eve',
      last_name: 'Echo',
      email: 'eve@example.com',
      password: 'a long password',
    };
    await send('POST /account/register/', anybody, '/account/register/', registration);
    await send('POST /account/register/', anybody, '/account/register/', registration);
    const { token } = membersOf(network, service).join();
    await send('POST /account/social/login/', anybody, '/account/social/login/', { token });
    await send('POST /account/social/login/', anybody, '/account/social/login/', { token: 'unknown' });
    await send('POST /account/forgot_password', anybody, '/account/forgot_password', { email });
    await send('POST /account/forgot_password', anybody, '/account/forgot_password', { email: 'nobody@example.com' });
    const passwords = { old_password: cho.password, new_password: 'another long password' };
    await send('POST /user/password/', as(cho), '/user/password/', passwords);
    await send('POST /user/password/', as(cho), '/user/password/', passwords);
  }

  async function sendWorkouts() {
    const run = workoutBody({ title: 'Hills', post_body: 'Twice up', privacy: 'friends' }) as WireMapping;
    const points = [
      { lat: 47.1, lng: 8.5, time: '2024-01-02T07:00:00Z', elev: 410 },
      { lat: 47.101, lng: 8.5, time: '2024-01-02T07:00:40Z', elev: 412 },
    ];
    const { id } = (await send('POST /workout/ (JSON)', as(ann), '/workout/', { ...run, points })).json<{
      id: number;
    }>();
    await send('POST /workout/ (JSON)', as(ann), '/workout/', { ...run, points });
    await send('POST /workout/ (JSON)', as(ann), '/workout/', {});
    const gpx = makeGpx({ points: 3, elevation: (i) => 410 + i });
    for (const label of ['POST /workout/ (GPX)', 'PATCH /workout/[workout_id]/']) exampleOf(label).gpx = gpx;
    await sendFile('POST /workout/ (GPX)', '/workout/', contentTypes.gpx, gpx);
    await sendFile('PATCH /workout/[workout_id]/', `/workout/${id}/`, contentTypes.gpx, gpx);
    const share = { social_network: 'meshbook', token: membersOf(network, service).join().token };
    await send('POST /workout/[ID]/share/', as(ann), `/workout/${id}/share/`, share);
    await send('DELETE /workout/[workout_id]/', as(ann), `/workout/${id}/`);
  }

  async function sendFeed() {
    const { post } = await record(ann, { title: 'Short one' });
    const comment = { post_id: post, comment: 'Well done' };
    const made = await send('POST /comment/', as(bob), '/comment/', comment);
    await send('POST /comment/', as(bob), '/comment/', {});
    await send('POST /like/toggle/', as(bob), '/like/toggle/', { object_type: 'post', object_id: post });
    await send('DELETE /comment/[comment_id]/', as(bob), pathOf(made));
    await sendFile('POST /picture/?post_id=[id]', `/picture/?post_id=${post}`, 'image/jpeg', await smallJpeg());
    await sendFile('POST /user/picture/', '/user/picture/', 'image/jpeg', await smallJpeg());
    await send('DELETE /post/[post_id]/', as(ann), `/post/${post}/`);
    const route = /\d+/.exec(paths['GET /route/[id]/'] ?? '')?.[0] ?? '';
    await send('POST /route/[id]/toggle_favorite/', as(ann), `/route/${route}/toggle_favorite/`);
  }

  async function sendTalk() {
    const hello = { message: 'Hello Bob', recipients: [bob.id] };
    const conversation = pathOf(await send('POST /conversation/', as(ann), '/conversation/', hello));
    const id = Number(/\d+/.exec(conversation));
    const message = { conversation_id: id, message: 'Are you running tomorrow?' };
    const last = Number(/\d+/.exec(pathOf(await send('POST /message/', as(ann), '/message/', message))));
    const read = 'POST /conversation/[ID]/read/';
    await send(read, as(bob), `${conversation}read/`, { last_message_id: last });
    await send(read, as(bob), `${conversation}read/`, { last_message_id: last - 1 });
    await send('PATCH /conversation/[id]/archive/', as(ann), `${conversation}archive/`);
    await send('PATCH /conversation/[id]/hide/', as(ann), `${conversation}hide/`);
  }

  async function sendPeople() {
    const { id } = ann;
    await send('PATCH /user/[user_id]/', as(ann), `/user/${id}/`, { first_name: 'Anna' });
    const preferences = { distance: 'kilometers', weekly_email_report: true };
    await send('PATCH /preferences/[preferences_id]/', as(ann), `/preferences/${id}/`, preferences);
    const profile = { birth_date: '1990-02-28', weight: 70.5, location_name: 'Zürich' };
    await send('PATCH /profile/[profile_id]/', as(ann), `/profile/${id}/`, profile);
    const dan = await newPerson(service, 'Dan', 'Dyer');
    const request = 'POST /friendship/request/';
    const asked = await send(request, as(ann), '/friendship/request/', { user_id: dan.id });
    await send(request, as(ann), '/friendship/request/', { user_id: dan.id });
    const friendship = asked.json<{ id: number }>().id;
    await send('POST /friendship/accept/', as(dan), '/friendship/accept/', { friendship_id: friendship });
    await send('DELETE /friendship/[friendship_id]/', as(dan), `/friendship/${friendship}/`);
    await send('POST /invitation/', as(ann), '/invitation/', { email: 'fay@example.com', name: 'Fay' });
  }
}

/** The operation of a row. */
function idOf(label: string): string {
  const endpoint = endpoints.find(({ rows }) => rows.some((row) => row.label === label));
  // Of several labels of one row, the first one is described.
  const { method, path } = splitLabel(label);
  return operationId(endpoint ?? { method: method.toLowerCase(), path });
}

const parametersOf = (label: string) =>
  endpoints
    .flatMap(({ rows }) => rows.filter((row) => row.label === label))
    .map(({ description }) => description.query);

/** The path of a list with two items at most. */
function limited(path: string): string {
  const isList = !/\/\d+\/?$/.test(path) && path !== '/me/' && !path.includes('exists');
  return isList ? `${path}${path.includes('?') ? '&' : '?'}limit=2` : path;
}

const jsonOf = (fields: WireMapping | undefined): Parcel =>
  fields ? { headers: { 'Content-Type': contentTypes.json }, body: JSON.stringify(fields) } : {};

/** The path that `Location` names, below the base. */
const pathOf = ({ headers }: Answer) => new URL(headers.location ?? '').pathname.replace('/api/v1', '');
