import type { Check } from '../checks.ts';
import { mediaType } from '../../../../rest-compat/formats/formats.ts';
import { treeOf } from '../../../translate/comparison/tree.ts';
import type { Tree } from '../../../translate/comparison/tree.ts';
import { pngFile } from '../body.ts';
import { idIn } from '../driven.ts';
import type { Driven, Driver, Json } from '../driven.ts';
import { cast, effect, idsOf, objectsOf } from './effect.ts';

const plain = (tree: Tree): Json =>
  tree.kind === 'map'
    ? Object.fromEntries([...tree.fields].map(([name, value]) => [name, plain(value)]))
    : tree.kind === 'list'
      ? tree.items.map(plain)
      : tree.text;
/** The GPX file of the runs of somebody. */
async function gpxOf(to: Driven, by: Driver): Promise<{ type: string; file: Json; bytes: Buffer }> {
  const call = { by, path: `/workout/?user=${by.id}` };
  const { headers, body } = await to.send('GET', call, { accept: mediaType('gpx') });
  return { type: headers['content-type'] ?? '', file: plain(treeOf('gpx', body)).gpx, bytes: body };
}

/** Somebody with a run from a GPX file. */
const uploader = (to: Driven) =>
  to.once('uploader', async () => {
    const by = await to.register('Gus');
    const moment = String(to.run()['run_date']);
    return { by, moment, id: await to.create({ by, path: '/workout/', body: to.gpx('friends', moment) }) };
  });

/** Checks of files, in and out. */
export const fileChecks: readonly Check[] = [
  effect('POST /workout/ (GPX): what is kept', 'The run has what the file says.', async (to) => {
    const { by, id, moment } = await uploader(to);
    const found = await to.read(by, `/workout/${id}/`);
    return {
      title: [found.title, 'Morning'],
      post_body: [found.post_body, 'Windy & wet'],
      run_type: [found.run_type, 'Tempo'],
      privacy: [found.privacy, 'friends'],
      run_date: [found.run_date, moment.replace('Z', '.000000')],
      duration_in_seconds: [found.duration_in_seconds, 300],
      distance_in_meters: [Math.abs(Number(found.distance_in_meters) - 1112) < 5, true],
      source: [found.source, 'gpx'],
      route_points_data: [found.route_points_data !== '', true],
      user: [found.user, `/api/v1/user/${by.id}/`],
      'body of the post': [(await to.read(by, `/post/${await to.postOf(by, id)}/`)).body, 'Windy & wet'],
    };
  }),
  effect('GET /workout/: GPX out', 'The file has the run as it was uploaded.', async (to) => {
    const { by, moment } = await uploader(to);
    const { type, file } = await gpxOf(to, by);
    const points: Json[] = file.trk.trkseg.trkpt ?? file.trk.trkseg;
    const at = (minute: string) => moment.replace('00:00Z', `${minute}:00.000Z`);
    return {
      'Content-Type': [type, `${mediaType('gpx')}; charset=utf-8`],
      'version and xmlns': [
        [file['@version'] ?? file.version, file['@xmlns'] ?? file.xmlns],
        ['1.1', 'http://www.topografix.com/GPX/1/1'],
      ],
      creator: [typeof (file['@creator'] ?? file.creator), 'string'],
      'metadata/author/name': [file.metadata.author.name, `Gus ${to.family}`],
      'metadata/time': [file.metadata.time, moment],
      'trk/name': [file.trk.name, 'Tempo - Morning'],
      'lat and lon': [
        points.map((one) => [Number(one['@lat'] ?? one.lat), Number(one['@lon'] ?? one.lon)]),
        [
          [47, 8.5],
          [47.01, 8.5],
        ],
      ],
      ele: [points.map(({ ele }) => Number(ele)), [50.5, 51.5]],
      time: [points.map(({ time }) => time), [at('00'), at('05')]],
    };
  }),
  effect(
    'POST /workout/ (GPX): out and back',
    'A file that was written here is the same run for somebody else.',
    async (to) => {
      const { by, id } = await uploader(to);
      const { bytes } = await gpxOf(to, by);
      const { stranger } = await cast(to);
      const again = await to.create({ by: stranger, path: '/workout/', body: { type: mediaType('gpx'), bytes } });
      const [one, other] = [await to.read(by, `/workout/${id}/`), await to.read(stranger, `/workout/${again}/`)];
      const call = { by, path: '/workout/', body: { type: mediaType('gpx'), bytes } };
      const answer = await to.send('POST', call);
      const figures = (run: Json) => [
        run.distance_in_meters,
        run.duration_in_seconds,
        run.run_date,
        run.route_points_data,
      ];
      return {
        'distance, duration, date and points': [figures(other), figures(one)],
        'status of the same person': [answer.status, 400],
        'Location of the same person': [answer.headers['location']?.endsWith(`/api/v1/workout/${id}/`), true],
      };
    },
  ),
  effect(
    'PATCH /workout/[workout_id]/: effect',
    'The track is that of the file, and what the user wrote stays.',
    async (to) => {
      const { stranger: by } = await cast(to);
      const id = await to.create({
        by,
        path: '/workout/',
        body: to.run({ title: 'Before', privacy: 'friends', distance_in_meters: 99 }),
      });
      const [before, status] = [
        await to.read(by, `/workout/${id}/`),
        await to.status('PATCH', by, `/workout/${id}/`, to.gpx()),
      ];
      const after = await to.read(by, `/workout/${id}/`);
      const written = ({ title, post_body, run_type, privacy, run_date }: Json) => [
        title,
        post_body,
        run_type,
        privacy,
        run_date,
      ];
      return {
        status: [status, 202],
        'title, post_body, run_type, privacy and run_date': [written(after), written(before)],
        distance_in_meters: [Math.abs(Number(after.distance_in_meters) - 1112) < 5, true],
        duration_in_seconds: [after.duration_in_seconds, 300],
      };
    },
  ),
  effect(
    'DELETE /workout/[workout_id]/ and /post/[post_id]/: effect',
    'What is deleted is in no list and no figure.',
    async (to) => {
      const by = await to.register('Del');
      const make = (fields: Json) =>
        to.create({ by, path: '/workout/', body: to.run({ privacy: 'private', ...fields }) });
      const [long, short] = [
        await make({ distance_in_meters: 9000.5, duration_in_seconds: 3000 }),
        await make({ distance_in_meters: 1000, duration_in_seconds: 400 }),
      ];
      const [longPost, shortPost] = [await to.postOf(by, long), await to.postOf(by, short)];
      const stats = async () => {
        const found = await to.read(by, `/stats/${by.id}/`);
        const { max_distance_in_meters, max_duration_in_seconds, total_distance_in_meters, latest_workout_date } =
          found;
        return [max_distance_in_meters, max_duration_in_seconds, total_distance_in_meters, latest_workout_date];
      };
      const [before, last] = [await stats(), (await to.read(by, `/workout/${short}/`)).run_date];
      const deleted = [
        await to.status('DELETE', by, `/workout/${long}/`),
        await to.status('DELETE', by, `/post/${shortPost}/`),
      ];
      return {
        'stats before': [before, ['9000.50', 3000, 10_001, last].with(2, before[2])],
        'total_distance_in_meters before': [Math.abs(Number(before[2]) - 10_000.5) < 1, true],
        'statuses of DELETE': [deleted, [204, 204]],
        posts: [
          [await to.status('GET', by, `/post/${longPost}/`), await to.status('GET', by, `/post/${shortPost}/`)],
          [404, 404],
        ],
        workouts: [
          [await to.status('GET', by, `/workout/${long}/`), idsOf(await to.read(by, '/workout/'))],
          [404, [short]],
        ],
        'post of the workout': [(await to.read(by, `/workout/${short}/`)).post, null],
        feed: [idsOf(await to.read(by, '/post/')), []],
        'stats after': [await stats(), ['1000.00', 400, 1000, last]],
      };
    },
  ),
  ...(['json', 'xml', 'yaml'] as const).flatMap((as) =>
    (['friends', 'private'] as const).map((privacy) =>
      effect(
        `POST /workout/ (JSON): ${privacy} as ${as}`,
        'The privacy is kept, and that of the post is the same.',
        async (to) => {
          const { owner, stranger } = await cast(to);
          const answer = await to.send('POST', { by: owner, path: '/workout/', body: to.run({ privacy }) }, { as });
          const id = idIn(answer.headers['location']);
          const post = await to.postOf(owner, id);
          return {
            privacy: [(await to.read(owner, `/workout/${id}/`)).privacy, privacy],
            'status for a stranger': [
              [await to.status('GET', stranger, `/workout/${id}/`), await to.status('GET', stranger, `/post/${post}/`)],
              [404, 404],
            ],
          };
        },
      ),
    ),
  ),
  effect(
    'POST /picture/?post_id=[id]: effect',
    'The picture is listed, and its file is what was uploaded.',
    async (to) => {
      const { owner, stranger } = await cast(to);
      const post = await to.postOf(owner, await to.create({ by: owner, path: '/workout/', body: to.run() }));
      const id = await to.create({ by: owner, path: `/picture/?post_id=${post}`, body: pngFile });
      const list = await to.read(stranger, `/picture/?post_id=${post}`);
      const found = await to.read(owner, `/picture/${id}/`);
      const own = await to.file(found.original);
      const sizes = ['thumbnail', 'feed', 'detail', 'original'] as const;
      const types = await Promise.all(sizes.map(async (size) => (await to.file(found[size]))?.type ?? 'image/'));
      return {
        objects: [
          [idsOf(list), list.meta.total_count],
          [[id], 1],
        ],
        post: [objectsOf(list)[0].post, `/api/v1/post/${post}/`],
        original: [own === null || own.bytes.equals(pngFile['bytes'] as Buffer), true],
        'types of the files': [types.filter((type) => !type.startsWith('image/')), []],
      };
    },
  ),
  effect('POST /user/picture/: effect', 'Everybody reads the addresses of the picture.', async (to) => {
    const by = await to.register('Pia');
    const urls = ({ profile_image_225_url, profile_image_48_url }: Json) => [
      profile_image_225_url,
      profile_image_48_url,
    ];
    const before = urls(await to.read(by, '/me/'));
    const status = await to.status('POST', by, '/user/picture/', pngFile);
    const after = urls(await to.read(await to.bob(), `/user/${by.id}/`));
    return {
      'profile_image_225_url and profile_image_48_url before': [before, ['', '']],
      status: [status, 201],
      'profile_image_225_url and profile_image_48_url after': [after.map((url) => /^https?:/.test(url)), [true, true]],
      'they are two': [after[0] === after[1], false],
    };
  }),
];
