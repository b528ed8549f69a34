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

/** A refusal that has a rule of its own: what is sent by whom, and the answer. */
type Named = readonly [
  name: string,
  says: string,
  refusal: (to: Driven) => Promise<readonly [method: string, call: DrivenCall, status: number, says: RegExp]>,
];
const empty = /^$/;
const password = 'long enough words';
/** A call of Bob's, or of somebody else. */
const at = async (to: Driven, path: string, body?: Record<string, unknown>, by = to.bob): Promise<DrivenCall> => ({
  by: await by(),
  path,
  ...(body ? { body } : {}),
});
const open = (path: string, body: Record<string, unknown>): DrivenCall => ({ by: null, path, body });
/** What is not Bob's: the status for those to whom it does not belong, and who asks. */
const ofOthers = (label: string, kind: string, status: number, by: 'bob' | 'cho' = 'bob'): Named => [
  `${label}: of somebody else`,
  `It answers ${status} to everybody ${by === 'bob' ? 'else' : 'but the author and the owner of the post'}.`,
  async (to) => {
    const method = label.split(' ', 1)[0]!;
    const body = method === 'PATCH' ? { first_name: 'X' } : undefined;
    const id = await to.id(kind === 'preferences' || kind === 'profile' ? 'user' : kind);
    return [method, await at(to, `/${kind}/${id}/`, body, to[by]), status, empty];
  },
];

const named: readonly Named[] = [
  [
    'POST /account/register/: known address',
    'An address that has an account is refused with 400 and a text.',
    async (to) => {
      const body = { first_name: 'A', last_name: 'B', email: (await to.ann()).email, password };
      return ['POST', open('/account/register/', body), 400, /exists/];
    },
  ],
  [
    'POST /account/login/: wrong password',
    'A wrong password is refused with 400.',
    async (to) => {
      const body = { email: (await to.ann()).email, password: 'wrong' };
      return ['POST', open('/account/login/', body), 400, json('100')];
    },
  ],
  [
    'POST /account/forgot_password: unknown address',
    'An unknown address is refused with 400 and the code 109.',
    async (to) => [
      'POST',
      open('/account/forgot_password', { email: `nobody${to.next()}@example.com` }),
      400,
      json('109'),
    ],
  ],
  [
    'POST /user/password/: wrong old password',
    'A wrong old password is refused with 400 and the code 100.',
    async (to) => {
      const body = { old_password: 'wrong', new_password: password };
      return ['POST', await at(to, '/user/password/', body), 400, json('100')];
    },
  ],
  [
    'POST /workout/ (JSON): duplicate',
    'A duplicate is refused with 400, the code 206 and the URI of the first as Location.',
    async (to) => {
      const call = await at(to, '/workout/', to.run());
      const id = await to.create(call);
      if ((await to.create(call)) !== id) throw new Error('Location does not name the first');
      return ['POST', call, 400, /^\["206",".+"\]$/];
    },
  ],
  [
    'POST /friendship/request/: exists',
    'A friendship that exists is refused with 400.',
    async (to) => {
      await to.id('friendship');
      return ['POST', await at(to, '/friendship/request/', { user_id: await to.id('user') }), 400, json('202')];
    },
  ],
  [
    'POST /friendship/accept/: by the requester',
    'The requester cannot accept: 401.',
    async (to) => {
      const by = await to.register('Req');
      const id = await to.create({ by, path: '/friendship/request/', body: { user_id: await to.id('user') } });
      return ['POST', { by, path: '/friendship/accept/', body: { friendship_id: id } }, 401, empty];
    },
  ],
  [
    'POST /conversation/[ID]/read/: newer messages',
    'While there are newer messages, reading is refused with 409.',
    async (to) => {
      const body = { message: 'One', recipients: [(await to.cho()).id] };
      const id = await to.create(await at(to, '/conversation/', body));
      const say = async (message: string) => to.create(await at(to, '/message/', { conversation_id: id, message }));
      const [first] = [await say('Two'), await say('Three')];
      return ['POST', await at(to, `/conversation/${id}/read/`, { last_message_id: first }, to.cho), 409, /./];
    },
  ],
  ...['user', 'preferences', 'profile'].map((kind) => ofOthers(`PATCH /${kind}/`, kind, 401)),
  ofOthers('DELETE /workout/[workout_id]/', 'workout', 401),
  ofOthers('DELETE /post/[post_id]/', 'post', 404),
  ofOthers('DELETE /comment/[comment_id]/', 'comment', 404, 'cho'),
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
  return [
    ...named.map(([name, says, refusal]) => ({
      name,
      says,
      holds: async (to: Driven) => refused(to, ...(await refusal(to))),
    })),
    ...missing,
    ...unknown,
  ];
}
