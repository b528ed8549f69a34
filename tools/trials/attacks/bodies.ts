import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql, hold, send } from './flood.ts';
import type { Stage } from './stage.ts';

const megabyte = 1024 * 1024;
const emptyLists = Buffer.from(`[${'[],'.repeat(10 * megabyte)}[]]`);
const json = { 'Content-Type': 'application/json' };

function keyOf({ accounts }: Stage, n: number): string {
  return accounts[n]?.key ?? '';
}

/** Attacks with what is sent. */
export const bodies: Attack[] = [
  {
    name: 'millions of empty lists, over the rate, without a key',
    async run(stage, from) {
      // Thirty of these cost what an address has.
      const dear = `{ ${['a', 'b', 'c', 'd'].map((name) => `${name}: __schema { __typename }`).join(' ')} }`;
      await flood(stage, from, 40, 16, () => graphql(dear));
      await flood(stage, from, 1000, 16, () => graphql('{ __typename }'));
      return counted(await flood(stage, from, 24, 24, () => ({ path: '/graphql', headers: json, body: emptyLists })));
    },
  },
  {
    name: 'millions of empty lists with a key, over both faces',
    async run(stage, from) {
      const headers = { ...json, Authorization: `Bearer ${keyOf(stage, 0)}` };
      const paths = ['/graphql', '/api/v1/workout/', '/api/v1/comment/'];
      return counted(
        await flood(stage, from, 24, 12, (n) => ({ path: paths[n % 3] as string, headers, body: emptyLists })),
      );
    },
  },
  {
    name: '1,500 bodies of 1 MiB held at the last byte, without a key',
    run: async (stage, from) =>
      counted(
        await hold(stage, from, 1500, 'POST /graphql HTTP/1.1\r\nContent-Type: application/json\r\n', megabyte, 10),
      ),
  },
  {
    name: '80 bodies of 32 MiB held at the last byte, with a key',
    run: async (stage, from) =>
      counted(
        await hold(
          stage,
          from,
          80,
          `POST /api/v1/workout/ HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: Bearer ${keyOf(stage, 1)}\r\n`,
          32 * megabyte,
          10,
        ),
      ),
  },
  {
    name: 'large bodies of a type that is not taken',
    async run(stage, from) {
      const headers = { 'Content-Type': 'text/plain', Authorization: `Bearer ${keyOf(stage, 2)}` };
      return counted(await flood(stage, from, 24, 12, () => ({ path: '/api/v1/workout/', headers, body: emptyLists })));
    },
  },
  {
    name: '200 bodies to one upload URL',
    async run(stage, from) {
      const key = keyOf(stage, 3);
      const gpx = makeGpx({ points: 10 });
      const made = await send(stage, from, graphql(recorded, key, { gpx }));
      const post = /"post":\{"id":"([^"]+)"/.exec(made.text)?.[1] ?? '';
      const prepared = await send(stage, from, graphql(uploadUrl, key, { post }));
      const url = /"uploadUrl":"([^"]+)"/.exec(prepared.text)?.[1];
      if (!url) throw new Error(`no upload URL: ${made.text} ${prepared.text}`);
      const { pathname, search } = new URL(url);
      const head = `PUT ${pathname}${search} HTTP/1.1\r\nContent-Type: image/png\r\n`;
      return counted(await hold(stage, from, 200, head, 15 * megabyte, 5));
    },
  },
];

const recorded = 'mutation ($gpx: Gpx!) { importGpx(input: { gpx: $gpx }) { workout { post { id } } } }';
const uploadUrl = 'mutation ($post: ID!) { preparePictureUpload(input: { postId: $post }) { upload { uploadUrl } } }';
