import { TestSocket } from '../../../test/support/live.ts';
import { dearDocuments } from '../../../test/execution/dear-documents.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql } from './flood.ts';

const many = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join(' ');

/** Documents that are as dear to check as those that are accepted may be, or have as many errors. Each number makes another. */
const nearly: [what: string, document: (n: number) => string][] = [
  [
    'a hundred fragments',
    (n) =>
      `{ me { ${many(100, (k) => `...F${k}`)} } } ${many(100, (k) => `fragment F${k} on User { a${n}: ${k % 2 ? 'id' : 'firstName'} }`)}`,
  ],
  ['equal names', (n) => `{ ${many(170, () => `a${n}: __typename`)} }`],
  [
    'types that do not exist',
    (n) => `{ me { ${many(140, (k) => `... on UserMessagePayloadConnection${n}x${k} { id }`)} } }`,
  ],
  ['fields that do not exist', (n) => `{ ${many(140, (k) => `notificationSearchConversations${n}x${k}`)} }`],
  [
    'a deep literal',
    (n) => `mutation { recordWorkout(input: ${'{ title: '.repeat(600)}${n}${' }'.repeat(600)}) { id } }`,
  ],
  ['a long list', (n) => `{ nodes(ids: [${many(2900, (k) => `"${n}${k}"`)}]) { id } }`],
  ['very many variables', (n) => `query (${many(580, (k) => `$v${n}x${k}: Int`)}) { __typename }`],
  ['directives', (n) => `{ ${many(300, (k) => `a${k}: __typename @skip(if: false)`)} } # ${n}`],
  ['very many aliases', (n) => `{ ${many(480, (k) => `a${n}x${k}: me { id }`)} }`],
  ['a document of block strings', (n) => `{ nodes(ids: ["""${'\n x'.repeat(30_000)}${n}"""]) { id } }`],
];

/** Those that fit into a message of a socket. */
const short = nearly.filter(([, document]) => document(1).length < 60_000);

/** Attacks with documents that take long before anything is executed. */
export const documents: Attack[] = [
  {
    name: 'documents that would take long to check, with and without a key',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 400, 16, (n) => {
          const [, document = ''] = dearDocuments[n % dearDocuments.length] ?? [];
          return graphql(`${document} # ${n}`, n % 2 ? stage.accounts[21]?.key : undefined);
        }),
      ),
  },
  {
    name: 'documents that take as long to check as is accepted',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 600, 16, (n) => {
          const [, document] = nearly[n % nearly.length] ?? [];
          return graphql(document?.(n) ?? '', stage.accounts[22 + (n % 2)]?.key);
        }),
      ),
  },
  {
    name: 'the same documents over two sockets',
    async run(stage, from) {
      const kinds: Record<string, number> = {};
      const talk = async (key = '') => {
        const socket = await new TestSocket(stage.url, { localAddress: from }).init({ authorization: `Bearer ${key}` });
        for (let n = 0; n < 150; n++) {
          const query =
            n % 2 ? short[(n >> 1) % short.length]?.[1](1000 + n) : dearDocuments[(n >> 1) % dearDocuments.length]?.[1];
          socket.raw.send(JSON.stringify({ id: `d${n}`, type: 'subscribe', payload: { query } }));
          const answered = socket.messages.until((all) => all.some(({ id }) => id === `d${n}`));
          const closed = socket.closed.then(({ code }) => [{ id: `d${n}`, type: `closed with ${code}` }]);
          const answers = await Promise.race([answered, closed]);
          const { type = '' } = answers.find(({ id }) => id === `d${n}`) ?? {};
          if (type.startsWith('closed')) throw new Error(`after ${n} documents the socket was ${type}`);
          kinds[type] = (kinds[type] ?? 0) + 1;
        }
        socket.raw.close();
      };
      await Promise.all([talk(stage.accounts[24]?.key), talk(stage.accounts[25]?.key)]);
      return counted(kinds);
    },
  },
];
