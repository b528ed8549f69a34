import type { Check } from '../checks.ts';
import type { Driven, Driver } from '../driven.ts';
import { effect, has, idsOf, objectsOf, textsOf } from './effect.ts';

/** Where a conversation is for somebody: in the inbox, in the archive, and whether it has something new. */
async function placeOf(to: Driven, by: Driver, id: number) {
  const { archived, hidden, has_unread_messages } = await to.read(by, `/conversation/${id}/`);
  return {
    inbox: await has(to, by, '/conversation/inbox/?limit=100', id),
    archive: await has(to, by, '/conversation/archive/?limit=100', id),
    archived,
    hidden,
    has_unread_messages,
  };
}
const inInbox = { inbox: true, archive: false, archived: false, hidden: false, has_unread_messages: true };
const talk = async (to: Driven, by: Driver, message: string, ...recipients: Driver[]) =>
  to.create({ by, path: '/conversation/', body: { message, recipients: recipients.map(({ id }) => id) } });

/** Checks of conversations and their messages, as each member reads them. */
export const talkChecks: readonly Check[] = [
  effect(
    'POST /conversation/: effect',
    'Each recipient has it in the inbox, as unread, until it is read.',
    async (to) => {
      const [by, ...others] = [await to.person('Kim'), await to.person('Lou'), await to.person('Mia')];
      const reader = others[0]!;
      const unread = async () => (await to.read(reader, '/me/')).unread_messages;
      const before = await unread();
      const id = await talk(to, by, 'Hello & <all>', ...others);
      const own = await placeOf(to, by, id);
      const [place, found] = [await placeOf(to, reader, id), await to.read(reader, `/conversation/${id}/`)];
      const last = await to.create({ by, path: '/message/', body: { conversation_id: id, message: 'More' } });
      const list = await to.read(reader, `/message/?conversation=${id}`);
      const [after, fetched] = [await unread(), await placeOf(to, reader, id)];
      const read = await to.status('POST', reader, `/conversation/${id}/read/`, { last_message_id: last });
      return {
        'its own place': [own, { ...inInbox, has_unread_messages: false }],
        'the place of a recipient': [place, inInbox],
        last_message: [found.last_message.message, 'Hello & <all>'],
        recipients: [idsOf(found.recipients).toSorted(), [by, ...others].map((one) => one.id).toSorted()],
        started_by: [found.started_by.id, by.id],
        message: [textsOf(list), ['Hello & <all>', 'More']],
        'user of the messages': [objectsOf(list).map(({ user }) => user), [1, 2].map(() => `/api/v1/user/${by.id}/`)],
        'last_message after another one': [
          objectsOf(await to.read(reader, '/conversation/inbox/')).find((one) => one.id === id)?.last_message.id,
          last,
        ],
        'has_unread_messages after fetching': [fetched.has_unread_messages, true],
        unread_messages: [after > before, true],
        'status of POST /conversation/[ID]/read/': [read, 200],
        'has_unread_messages after reading': [(await placeOf(to, reader, id)).has_unread_messages, false],
        'unread_messages after reading': [await unread(), before],
        'has_unread_messages of another recipient': [(await placeOf(to, others[1]!, id)).has_unread_messages, true],
      };
    },
  ),
  effect(
    'PATCH /conversation/[id]/archive/ and hide/: effect',
    'An archived one leaves the inbox, a hidden one both, and a new message brings the hidden one back; for the others nothing changes.',
    async (to) => {
      const [by, other] = [await to.person('Kim'), await to.person('Lou')];
      const id = await talk(to, other, 'Move me', by);
      const move = async (where: string) => {
        await to.status('PATCH', by, `/conversation/${id}/${where}/`);
        return placeOf(to, by, id);
      };
      const say = async () => {
        await to.create({ by: other, path: '/message/', body: { conversation_id: id, message: 'Are you there?' } });
        return placeOf(to, by, id);
      };
      const archived = { ...inInbox, inbox: false, archive: true, archived: true };
      return {
        archived: [await move('archive'), archived],
        'archived, after a message': [await say(), archived],
        hidden: [await move('hide'), { ...archived, archive: false, archived: false, hidden: true }],
        'hidden, after a message': [await say(), inInbox],
        'inbox of the other': [(await placeOf(to, other, id)).inbox, true],
      };
    },
  ),
];
