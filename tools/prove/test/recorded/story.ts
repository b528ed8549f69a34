import { contentTypes } from '../../../../test/support/client.ts';
import { makeGpx } from '../../../../test/support/gpx-maker.ts';
import type { ClientProgram } from './client-program.ts';
import { passwordOf, Person } from './person.ts';
import type { BodyFormat } from './person.ts';

/** Somebody whom the old service knew before: the id and the key. */
export interface Known {
  id: number;
  authorization: string;
}

type List = { objects: { id: number }[] };
type Post = { id: number; author: { id: number }; workout: { id: number } | null };

const surnames =
  'Curlew Wigeon Puffin Heron Osprey Linnet Merlin Raven Plover Jackdaw Kestrel Tanager Lapwing Egret Wagtail'.split(
    ' ',
  );
const writtenFormats = ['written-json', 'xml', 'yaml'] as const;
const override = 'PATCH';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/**
 * What a client program does at the old service: three people register and use every row that it has, and somebody who was there
 * before reads what is there.
 * @param turn the number of the program, which decides about formats and days
 */
export async function tell(
  program: ClientProgram,
  turn: number,
  known: Known,
  routes: readonly number[],
): Promise<void> {
  const surname = surnames[turn % surnames.length]!;
  const person = (authorization?: string) => new Person(program, turn % 2 === 1, authorization);
  const email = (name: string) => `${name}.${surname}@example.com`.toLowerCase();
  const [ann, bob, cho] = [person(), person(), person()];
  await ann.register('Ann', surname, email('ann'), 'json');
  await bob.register('Böb', 'Baker & Söhne', email('bob'), 'form');
  await cho.register('Cho', '<Chen>', email('cho'), 'xml');
  const story: Story = { ann, bob, cho, turn, surname, email };
  await accounts(story, person());
  const runs = await record(story);
  await feed(story, runs);
  await friends(story);
  await talk(story);
  await look(person(known.authorization), known.id, routes, turn);
}

interface Story {
  ann: Person;
  bob: Person;
  cho: Person;
  turn: number;
  surname: string;
  email: (name: string) => string;
}

async function accounts({ ann, bob, cho, turn, email }: Story, nobody: Person): Promise<void> {
  for (const as of ['json', 'form', 'xml', 'yaml'] as const)
    await nobody.write('/account/login/', { email: email('ann'), password: passwordOf(email('ann')) }, as);
  await nobody.write('/account/login/', { email: email('ann'), password: 'wrong' }, 'form');
  await nobody.write('/account/forgot_password', { email: email('cho') }, 'form');
  await nobody.write('/account/forgot_password', { email: email('nobody') }, 'json');
  await nobody.read('/me/');
  const password = { old_password: passwordOf(email('bob')), new_password: 'walks at dusk now' };
  await bob.write('/user/password/', password, 'form');
  await bob.write('/user/password/', password, 'json');
  await ann.write(
    `/user/${ann.id}/`,
    { first_name: 'Änn' },
    (['form', 'json', 'xml', 'yaml'] as const)[turn % 4],
    override,
  );
  const profile = { gender: 'F', weight: '61.50', weight_unit: 'kilograms', birth_date: '1990-02-28' };
  const place = { location_name: 'Bern', location_lat: 46.95, location_lng: 7.44 };
  await ann.write(`/profile/${ann.id}/`, { ...profile, ...place }, 'form', override);
  await cho.write(`/profile/${cho.id}/`, { gender: 'M', weight: 72 }, 'xml', override);
  await ann.write(`/preferences/${ann.id}/`, { distance: 'kilometers', weekly_email_report: true }, 'json', override);
  await bob.write(`/preferences/${bob.id}/`, { elevation: 'meters', timezone: 'Europe/Zurich' }, 'yaml', override);
  await bob.write(`/user/${ann.id}/`, { first_name: 'No' }, 'json', override);
  await ann.file('POST', '/user/picture/', 'image/png', png);
  for (const who of [ann, bob, cho]) {
    await who.readAll(who === ann ? '/me/' : `/user/${who.id}/`);
    for (const kind of ['profile', 'preferences']) await who.readAll(`/${kind}/${who.id}/`);
  }
  await ann.readAll('/me/?full=1');
}

/** The day of a run, which no other run of the set has. */
const dayOf = (turn: number, run: number) =>
  new Date(Date.UTC(2019, 0, 1 + turn * 20 + run)).toISOString().slice(0, 10);

function bodyOf(turn: number, run: number) {
  const day = dayOf(turn, run);
  const points = [0, 1, 2].map((i) => ({
    lat: 47 + i / 1000,
    lng: 8.5,
    elev: 400 + i,
    time: `${day}T06:0${i}:00Z`,
  }));
  return {
    run_date: `${day}T06:00:00Z`,
    title: 'Hills & <dales>',
    post_body: 'Windy, “but” good: 💨',
    run_type: ['Tempo', 'Slow', 'Race'][run % 3],
    duration_in_seconds: 301 + run,
    distance_in_meters: 1234.5,
    privacy: ['public', 'friends', 'private'][run % 3],
    ...(run === 0 ? { points } : {}),
  };
}

/** Runs in every format. Returns Ann's, and her posts. */
async function record({ ann, bob, turn }: Story): Promise<{ run: number; post: number }> {
  const ids: number[] = [];
  for (const [run, as] of writtenFormats.entries())
    ids.push((await ann.write('/workout/', bodyOf(turn, run), as)).located);
  await ann.write('/workout/', bodyOf(turn, 0), 'written-json');
  const gpx = (day: number, points: number) =>
    makeGpx({
      start: `${dayOf(turn, day)}T05:00:00Z`,
      points,
      elevation: (i) => 500 + i,
      metadata: '<desc>By GPX</desc>',
    });
  const sent = await ann.file('POST', '/workout/', contentTypes.gpx, gpx(5, 20));
  const gone = await bob.write('/workout/', bodyOf(turn, 6), 'written-json');
  await ann.file('POST', `/workout/${ids[1]}/`, contentTypes.gpx, gpx(1, 15), override);
  const share = { social_network: 'social', token: 'none' };
  await ann.write(`/workout/${ids[0]}/share/`, share, 'form');
  await ann.remove(`/workout/${gone.located}/`);
  await bob.remove(`/workout/${gone.located}/`);
  await bob.read(`/workout/${ids[2]}/`);
  await ann.readAll('/workout/');
  await bob.readAll(`/workout/?user=${ann.id}`);
  await ann.gpxFile('/workout/');
  await ann.readAll(`/stats/${ann.id}/`);
  const found = await ann.readAll<{ post: string }>(`/workout/${sent.located}/`);
  await ann.readAll(`/workout/${ids[0]}/`);
  return { run: ids[0]!, post: Number(/\/(\d+)\/$/.exec(found?.post ?? '')?.[1]) };
}

async function feed({ ann, bob, cho, turn }: Story, { post }: { post: number }): Promise<void> {
  const formats: BodyFormat[] = ['json', 'form', 'xml', 'yaml'];
  const comments: number[] = [];
  for (const [i, as] of formats.entries())
    comments.push(
      (await [ann, bob, cho][i % 3]!.write('/comment/', { post_id: post, comment: `Well run & so on, ${i} 👏` }, as))
        .located,
    );
  for (const who of [bob, cho, ann, cho])
    await who.write('/like/toggle/', { object_type: 'post', object_id: post }, 'form');
  await ann.write('/like/toggle/', { object_type: 'comment', object_id: comments[1] }, formats[turn % 4]);
  await ann.file('POST', `/picture/?post_id=${post}`, 'image/png', png);
  await bob.file('POST', `/picture/?post_id=${post}`, 'image/png', png);
  const pictures = await bob.readAll<List>(`/picture/?post_id=${post}`);
  await ann.readAll(`/picture/${pictures?.objects[0]?.id}/`);
  await ann.readAll(`/comment/?post_id=${post}`);
  await bob.read(`/comment/?post_id=${post}&limit=2&offset=1`);
  await bob.readAll(`/comment/${comments[0]}/`);
  await cho.remove(`/comment/${comments[1]}/`);
  await bob.remove(`/comment/${comments[1]}/`);
  await ann.remove(`/comment/${comments[2]}/`);
  await ann.readAll(`/post/${post}/`);
  await bob.readAll(`/post/?type=profile&user_id=${ann.id}`);
  await ann.readAll('/post/?limit=2');
  await ann.read(`/post/?limit=1&earlier_than=${post}`);
  await bob.remove(`/post/${post}/`);
  const gone = await cho.write('/workout/', bodyOf(turn, 9), 'xml');
  const posts = await cho.readAll<List>(`/post/?type=profile&user_id=${cho.id}`);
  await cho.remove(`/post/${posts?.objects[0]?.id}/`);
  await cho.read(`/workout/${gone.located}/`, 'xml');
}

async function friends({ ann, bob, cho, turn, surname, email }: Story): Promise<void> {
  const asked = await bob.write('/friendship/request/', { user_id: ann.id }, 'form');
  await bob.write('/friendship/request/', { user_id: ann.id }, 'json');
  await bob.write('/friendship/accept/', { friendship_id: asked.located }, 'json');
  await ann.readAll('/me/');
  await ann.readAll(`/friendship/exists/${ann.id}/?with_user_id=${bob.id}&status=Pending`);
  await ann.write(
    '/friendship/accept/',
    { friendship_id: asked.located },
    (['form', 'xml', 'yaml'] as const)[turn % 3],
  );
  const other = await ann.write('/friendship/request/', { user_id: cho.id }, 'xml');
  await ann.readAll('/friendship/');
  await ann.readAll(`/friendship/user/${ann.id}/?status=Pending`);
  await ann.readAll(`/friendship/user/${bob.id}/`);
  await ann.readAll(`/friendship/${asked.located}/`);
  await ann.readAll(`/friendship/exists/${bob.id}/?with_user_id=${ann.id}`);
  await ann.read(`/friendship/exists/${bob.id}/?with_user_id=${cho.id}`);
  await cho.remove(`/friendship/${other.located}/`);
  await cho.write('/invitation/', { email: email('guest'), name: 'Gün' }, 'form');
  await cho.write('/invitation/', { email: email('bob') }, 'yaml');
  await bob.readAll(`/user/?friends_with=${ann.id}`);
  await bob.readAll(`/user/search/?q=${surname}`);
  await bob.readAll(`/user/search/friends/?q=${surname.slice(0, 4)}`);
  await bob.readAll(`/profile/${ann.id}/`);
  await bob.readAll('/post/?type=friends&limit=5');
  await bob.readAll(`/workout/?user=${ann.id}`);
}

async function talk({ ann, bob, cho, turn }: Story): Promise<void> {
  const as = writtenFormats[turn % 3]!;
  const { located: id } = await ann.write(
    '/conversation/',
    { message: 'Sunday? 🏃', recipients: [bob.id, cho.id] },
    as,
  );
  const first = await bob.write('/message/', { conversation_id: id, message: 'Yes & no' }, 'form');
  const last = await cho.write('/message/', { conversation_id: id, message: 'Why <not>' }, 'xml');
  await ann.readAll('/me/');
  await ann.write(`/conversation/${id}/read/`, { last_message_id: first.located }, 'form');
  await ann.readAll(`/conversation/${id}/`);
  await ann.write(`/conversation/${id}/read/`, { last_message_id: last.located }, 'json');
  await ann.readAll('/conversation/inbox/');
  await bob.readAll(`/message/?conversation=${id}`);
  await bob.read(`/message/?conversation=${id}&limit=1&offset=1`);
  await bob.readAll(`/message/${last.located}/`);
  await bob.write(`/conversation/${id}/archive/`, null, 'json', override);
  await bob.readAll('/conversation/archive/');
  await cho.write(`/conversation/${id}/hide/`, null, 'json', override);
  await cho.read('/conversation/inbox/', 'yaml');
  await ann.write('/message/', { conversation_id: id, message: 'Again' }, 'yaml');
  await cho.read('/conversation/inbox/', 'xml');
  await bob.read('/conversation/999999999/');
}

/** What somebody reads who was there before. */
async function look(who: Person, id: number, routes: readonly number[], turn: number): Promise<void> {
  for (const kind of ['user', 'profile', 'preferences', 'stats']) await who.readAll(`/${kind}/${id}/`);
  const friend = (await who.readAll<List>('/user/'))?.objects[0]?.id ?? id;
  for (const kind of ['user', 'profile', 'stats']) await who.readAll(`/${kind}/${friend}/`);
  await who.readAll(`/user/${friend}/?full=1`);
  await who.readAll(`/workout/?user=${friend}`);
  await who.gpxFile(`/workout/?user=${friend}`);
  const posts = await who.readAll<{ objects: Post[] }>('/post/?limit=6');
  for (const type of ['dashboard', 'local', 'featured']) await who.readAll(`/post/?type=${type}&limit=3`);
  await who.readAll('/post/?type=local&fallback=1&limit=2');
  const post = posts?.objects.find(({ workout }) => workout) ?? posts?.objects[0];
  if (post) {
    await who.readAll(`/post/${post.id}/`);
    await who.readAll(`/comment/?post_id=${post.id}`);
    await who.readAll(`/picture/?post_id=${post.id}`);
    if (post.workout) await who.readAll(`/workout/${post.workout.id}/`);
  }
  const inbox = await who.readAll<List>('/conversation/inbox/');
  const talk = inbox?.objects[0]?.id;
  if (talk !== undefined) {
    await who.readAll(`/conversation/${talk}/`);
    await who.readAll(`/message/?conversation=${talk}`);
  }
  await who.readAll('/conversation/archive/');
  await who.readAll('/friendship/?limit=2');
  const route = routes[turn % routes.length];
  await who.readAll(`/route/${route}/`);
  await who.write(`/route/${route}/toggle_favorite/`, null);
  await who.readAll(`/route/${route}/`);
  await who.readAll('/event-instance/1/');
  const participants = await who.readAll<List>('/event-participant/');
  const participant = participants?.objects[0];
  await who.readAll(`/event-participant/?user_id=${id}`);
  await who.readAll(`/event-participant/?user_id=${id}&status=hot`);
  if (participant) await who.readAll(`/event-participant/${participant.id}/`);
}
