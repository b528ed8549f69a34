import type { Check } from './checks.ts';
import type { Driven } from './driven.ts';

/** What was sent, and how it is read afterwards. */
async function read(to: Driven, path: string): Promise<Record<string, unknown>> {
  const { body, status } = await to.send('GET', { by: await to.ann(), path });
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

const kept = (record: string, field: string, expected: unknown, path: (to: Driven) => Promise<string>): Check => ({
  name: `${record}: ${field} is kept`,
  says: `\`${field}\` is read as it was sent: ${JSON.stringify(expected)}.`,
  async holds(to) {
    const value = (await read(to, await path(to)))[field];
    return JSON.stringify(value) === JSON.stringify(expected) ? null : `it is ${JSON.stringify(value)}`;
  },
});

const workout = async (to: Driven) => `/workout/${await to.id('workout')}/`;
const comment = async (to: Driven) => `/comment/${await to.id('comment')}/`;
const own = (kind: string, changes: Record<string, unknown>) => async (to: Driven) => {
  const path = `/${kind}/${await to.id('user')}/`;
  await to.once(`changed ${kind}`, async () => to.send('PATCH', { by: await to.ann(), path, body: changes }));
  return path;
};
const profile = { birth_date: '1990-02-28', gender: 'F', weight_unit: 'kilograms' };
const preferences = { distance: 'miles', elevation: 'feet', timezone: 'UTC', weekly_email_report: true };

/** Checks of what was sent and is read again, and of the order of lists. */
export const values: readonly Check[] = [
  ...Object.entries({
    title: 'Hills & <dales>',
    post_body: 'Windy',
    run_type: 'Tempo',
    privacy: 'public',
    duration_in_seconds: 301,
    distance_in_meters: '1234.50',
    source: 'json',
  }).map(([field, value]) => kept('Workout', field, value, workout)),
  kept('Comment', 'comment', 'Well <run> & so on', comment),
  ...Object.entries(profile).map(([field, value]) => kept('Profile', field, value, own('profile', profile))),
  ...Object.entries(preferences).map(([field, value]) =>
    kept('Preferences', field, value, own('preferences', preferences)),
  ),
  {
    name: 'GET /workout/: order',
    says: 'The newest run comes first.',
    async holds(to) {
      const ann = await to.ann();
      for (let i = 0; i < 3; i++) await to.create({ by: ann, path: '/workout/', body: to.run() });
      const list = (await read(to, `/workout/?user=${ann.id}`)) as unknown as { run_date: string }[];
      const dates = list.map((one) => one.run_date);
      return dates.join() === [...dates].sort().reverse().join() ? null : `the dates are ${dates.join(', ')}`;
    },
  },
  {
    name: 'GET /post/: order and pages',
    says: 'The newest post comes first, and `earlier_than` continues behind a post.',
    async holds(to) {
      const path = `/post/?type=profile&user_id=${await to.id('user')}&limit=2`;
      await to.create({ by: await to.ann(), path: '/workout/', body: to.run() });
      const ids = async (at: string) => ((await read(to, at))['objects'] as { id: number }[]).map(({ id }) => id);
      const first = await ids(path);
      const next = await ids(`${path}&earlier_than=${first.at(-1)}`);
      const all = [...first, ...next];
      return first.length === 2 && all.every((id, i) => i === 0 || id < all[i - 1]!)
        ? null
        : `the ids are ${all.join(', ')}`;
    },
  },
];
