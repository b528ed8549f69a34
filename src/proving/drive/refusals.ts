import type { RowDescription } from '../../../rest-compat/contract/description.ts';
import type { Check } from './checks.ts';
import type { Driven, DrivenCall } from './driven.ts';
import { Skipped } from './driven.ts';
import { pathOf, writes } from './row-calls.ts';

/** What a refusal is: its status, and what its body says. */
async function refused(
  to: Driven,
  method: string,
  call: DrivenCall,
  status: number,
  says: RegExp,
): Promise<string | null> {
  const answer = await to.send(method, call);
  const text = answer.body.toString();
  if (answer.status !== status) return `it answered ${answer.status} ${text.slice(0, 100)}`;
  return says.test(text) ? null : `its body is ${text.slice(0, 100) || 'empty'}`;
}

const json = (code: string) => new RegExp(`^\\{"error":\\{"code":"${code}","message":".+"\\}\\}$`);
const at = async (to: Driven, path: string, body?: Record<string, unknown>, by = to.bob) =>
  ({ by: await by(), path, ...(body ? { body } : {}) }) as DrivenCall;

type Named = [name: string, says: string, holds: (to: Driven) => Promise<string | null>];
const named: Named[] = [
  [
    'POST /account/register/: known address',
    'An address that has an account is refused with 400 and a text.',
    async (to) =>
      refused(
        to,
        'POST',
        {
          by: null,
          path: '/account/register/',
          body: { first_name: 'A', last_name: 'B', email: (await to.ann()).email, password: 'long enough words' },
        },
        400,
        /exists/,
      ),
  ],
  [
    'POST /account/login/: wrong password',
    'A wrong password is refused with 400.',
    async (to) =>
      refused(
        to,
        'POST',
        { by: null, path: '/account/login/', body: { email: (await to.ann()).email, password: 'wrong' } },
        400,
        json('100'),
      ),
  ],
  [
    'POST /account/forgot_password: unknown address',
    'An unknown address is refused with 400 and the code 109.',
    async (to) =>
      refused(
        to,
        'POST',
        { by: null, path: '/account/forgot_password', body: { email: `nobody${to.next()}@example.com` } },
        400,
        json('109'),
      ),
  ],
  [
    'POST /user/password/: wrong old password',
    'A wrong old password is refused with 400 and the code 100.',
    async (to) =>
      refused(
        to,
        'POST',
        await at(to, '/user/password/', { old_password: 'wrong', new_password: 'long enough words' }),
        400,
        json('100'),
      ),
  ],
  [
    'POST /workout/ (JSON): duplicate',
    'A duplicate is refused with 400, the code 206 and the URI of the first as Location.',
    async (to) => {
      const call = await at(to, '/workout/', to.run());
      const id = await to.create(call);
      const answer = await to.send('POST', call);
      if (!answer.headers['location']?.endsWith(`/workout/${id}/`)) return 'Location does not name the first';
      return refused(to, 'POST', call, 400, /^\["206",".+"\]$/);
    },
  ],
  [
    'POST /friendship/request/: exists',
    'A friendship that exists is refused with 400.',
    async (to) => {
      await to.id('friendship');
      return refused(
        to,
        'POST',
        await at(to, '/friendship/request/', { user_id: await to.id('user') }),
        400,
        json('202'),
      );
    },
  ],
  [
    'POST /friendship/accept/: by the requester',
    'The requester cannot accept: 401.',
    async (to) => {
      const driver = await to.register('Req');
      const id = await to.create({ by: driver, path: '/friendship/request/', body: { user_id: await to.id('user') } });
      return refused(to, 'POST', { by: driver, path: '/friendship/accept/', body: { friendship_id: id } }, 401, /^$/);
    },
  ],
  [
    'POST /conversation/[ID]/read/: newer messages',
    'While there are newer messages, reading is refused with 409.',
    async (to) => {
      const [bob, cho] = [await to.bob(), await to.cho()];
      const id = await to.create({ by: bob, path: '/conversation/', body: { message: 'One', recipients: [cho.id] } });
      const first = await to.create({ by: bob, path: '/message/', body: { conversation_id: id, message: 'Two' } });
      await to.create({ by: bob, path: '/message/', body: { conversation_id: id, message: 'Three' } });
      return refused(
        to,
        'POST',
        { by: cho, path: `/conversation/${id}/read/`, body: { last_message_id: first } },
        409,
        /./,
      );
    },
  ],
  ...(['user', 'preferences', 'profile'] as const).map((kind): Named => [
    `PATCH /${kind}/: of somebody else`,
    'It answers 401 to everybody else.',
    async (to) =>
      refused(to, 'PATCH', await at(to, `/${kind}/${await to.id('user')}/`, { first_name: 'X' }), 401, /^$/),
  ]),
  [
    'DELETE /workout/[workout_id]/: of somebody else',
    'It answers 401 to everybody else.',
    async (to) => refused(to, 'DELETE', await at(to, `/workout/${await to.id('workout')}/`), 401, /^$/),
  ],
  [
    'DELETE /post/[post_id]/: of somebody else',
    'It answers 404 to everybody else.',
    async (to) => refused(to, 'DELETE', await at(to, `/post/${await to.id('post')}/`), 404, /^$/),
  ],
  [
    'DELETE /comment/[comment_id]/: of somebody else',
    'It answers 404 to others than the author and the owner of the post.',
    async (to) =>
      refused(to, 'DELETE', await at(to, `/comment/${await to.id('comment')}/`, undefined, to.cho), 404, /^$/),
  ],
];

/** The documented refusals: those of each row that follow from its description, and those that have a rule of their own. */
export function refusals(described: readonly (readonly [string, RowDescription])[]): Check[] {
  const missing = described.flatMap(([label, { body = {} }]) =>
    Object.entries(body)
      .filter(([, { required }]) => required)
      .map(([field]): Check => ({
        name: `${label}: without ${field}`,
        says: `Without \`${field}\` it answers 400 with a text that names it.`,
        async holds(to) {
          const make = writes[label];
          if (!make) throw new Skipped('It takes an account of the social network.');
          const { body: all, ...call } = await make(to);
          const body = Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => name !== field));
          return refused(to, 'POST', { ...call, body }, 400, new RegExp(`^${field}: `, 'm'));
        },
      })),
  );
  const unknown = described
    .filter(([label, { errors }]) => errors?.NOT_FOUND !== undefined && /[[{]/.test(label))
    .map(([label]): Check => ({
      name: `${label}: unknown id`,
      says: 'An id of nothing is answered with 404 and no body.',
      async holds(to) {
        const method = label.split(' ', 1)[0]!;
        const body = label.startsWith('PATCH /workout')
          ? to.gpx()
          : label.includes('picture/?') && method === 'POST'
            ? undefined
            : { last_message_id: 1, first_name: 'A', social_network: 'social', token: 'x' };
        if (method === 'POST' && body === undefined) throw new Skipped('It takes a picture.');
        const path = await pathOf(label, to, '999999999');
        const call = { by: await to.ann(), path };
        return refused(
          to,
          method,
          method === 'GET' || method === 'DELETE' ? call : { ...call, body: body! },
          404,
          /^$/,
        );
      },
    }));
  return [...named.map(([name, says, holds]) => ({ name, says, holds })), ...missing, ...unknown];
}
