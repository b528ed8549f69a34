import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { zigzag } from './answers.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql, rest, send } from './flood.ts';
import { makePosts } from './people.ts';

/** The same field many times under other names. */
function aliased(count: number, field: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => `a${n}: ${field(n)}`).join(' ');
}

/** A profile elsewhere: one of two towns in turn. */
const moved = (id: string, n: number) =>
  `updateProfile(input: { id: "${id}", locationLat: ${n % 2 ? 47.37 : 48.14}, locationLng: ${n % 2 ? 8.54 : 11.58} }) { profile { id } }`;

/** The JSON of a workout with the most points there may be, of which none can be left out of its line. */
const longest = JSON.stringify({
  run_date: '2024-04-02T00:00:00Z',
  title: 'Zigzag',
  run_type: 'Tempo',
  points: zigzag(250_000, 0.5),
});

/** Attacks with work that costs much more than the request. */
export const work: Attack[] = [
  {
    name: 'forty documents of thirty misspelled searches',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 40, 40, (n) =>
          graphql(
            `{ ${aliased(30, (k) => `searchUsers(q: "vommmannnstetttenbrunner${n} ${k} annaberta", first: 20) { nodes { id } }`)} }`,
            stage.accounts[36 + (n % 2)]?.key,
          ),
        ),
      ),
  },
  {
    name: 'thirty changes of place of an author of 20,000 posts, sixteen documents at once',
    prepare: ({ database, accounts }) => makePosts(database, accounts[38]?.id ?? 0, 20_000),
    async run(stage, from) {
      const { globalId = '', key } = stage.accounts[38] ?? {};
      const document = `mutation { ${aliased(30, (n) => moved(globalId.replace(/=*$/, ''), n))} }`;
      const profile = await send(stage, from, graphql('{ me { profile { id } } }', key));
      const id = /"profile":\{"id":"([^"]+)"/.exec(profile.text)?.[1] ?? '';
      return counted(
        await flood(stage, from, 16, 16, () => graphql(document.replaceAll(globalId.replace(/=*$/, ''), id), key)),
      );
    },
  },
  {
    name: '300 maps of one long run in 300 sizes',
    async prepare(stage, from) {
      const { key = '' } = stage.accounts[39] ?? {};
      const gpx = makeGpx({ points: 100_000, everySeconds: 1, stepMeters: 3 });
      await send(stage, from, rest('POST', '/workout/', key, gpx, 'application/X.service-GPX+xml'));
    },
    async run(stage, from) {
      const { key } = stage.accounts[39] ?? {};
      const urls: string[] = [];
      for (let page = 0; page < 10; page++) {
        const fields = aliased(30, (n) => `staticMapUrl(width: ${300 + page * 30 + n}, height: 300)`);
        const answer = await send(stage, from, graphql(`{ workouts(first: 1) { nodes { ${fields} } } }`, key));
        urls.push(...(answer.text.match(/http:[^"]+/g) ?? []));
      }
      const paths = urls.map((url) => new URL(url)).map(({ pathname, search }) => pathname + search);
      const statuses = await flood(stage, from, paths.length, 100, (n) => ({
        method: 'GET',
        path: paths[n] as string,
      }));
      return `${urls.length} URLs, ${new Set(urls).size} of them different: ${counted(statuses)}`;
    },
  },
  {
    name: 'sixteen runs of 250,000 zigzag points at once, of four accounts',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 16, 16, (n) => {
          const start = new Date(Date.UTC(2024, 3, 2 + n)).toISOString();
          const body = longest.replace('2024-04-02T00:00:00Z', start);
          return rest('POST', '/workout/', stage.accounts[15 + (n % 4)]?.key ?? '', body);
        }),
      ),
  },
  {
    name: 'documents of overlapping selections, without a key',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 200, 16, (n) =>
          graphql(`{ me { friends { nodes { ${'friends { nodes { id } } '.repeat(360)} } } a${n}: id } }`),
        ),
      ),
  },
  {
    name: 'registering thousands of accounts from one address',
    async run(stage, from) {
      const fields = (n: number) =>
        aliased(
          30,
          (k) =>
            `register(input: { firstName: "A", lastName: "B", email: "mass${n}-${k}@example.org", password: "longenough${n}${k}" }) { username }`,
        );
      const statuses = await flood(stage, from, 60, 16, (n) => graphql(`mutation { ${fields(n)} }`));
      const { rows } = await stage.database.query("select count(*)::int as n from users where email like 'mass%'");
      const { n } = rows[0] as { n: number };
      if (n > 200) throw new Error(`${n} accounts were made`);
      return `${counted(statuses)}; ${n} accounts`;
    },
  },
  {
    name: 'writing to thousands of strangers',
    async run(stage, from) {
      const { id, key } = stage.accounts[12] ?? {};
      const recipients = (n: number) =>
        Array.from(
          { length: 100 },
          (_, k) => `"${Buffer.from(`User:${200 + ((n * 100 + k) % 90_000)}`).toString('base64url')}"`,
        ).join(' ');
      const start = (n: number) =>
        `startConversation(input: { message: "hello", recipientIds: [${recipients(n)}] }) { conversation { id } }`;
      const statuses = await flood(stage, from, 34, 8, (n) =>
        graphql(`mutation { ${aliased(30, (k) => start(n * 30 + k))} }`, key),
      );
      const { rows } = await stage.database.query(
        `select coalesce(sum(s.unread), 0)::int as n from conversation c join conversation_member s on s.conversation_id = c.id
         where c.started_by_id = $1 and s.user_id <> $1`,
        [id],
      );
      const { n } = rows[0] as { n: number };
      if (n > 5000) throw new Error(`${n} unread messages were left with strangers`);
      return `${counted(statuses)}; ${n} unread messages`;
    },
  },
];
