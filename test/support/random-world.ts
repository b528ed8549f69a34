import { notificationId } from '../../src/domain/notifications/kinds.ts';
import type { NotificationKind } from '../../src/domain/notifications/kinds.ts';
import fc from 'fast-check';
import type { NodeType } from '../../schema/global-id.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { change, join, newEvent, participantId, promote, sponsor } from '../events/participation.ts';
import { comment } from '../feed/commenting.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, newPerson } from './cast.ts';
import type { Person } from './cast.ts';
import { sampled } from '@runners/testing';
import { makeRoute, pointsFrom } from './routes.ts';
import type { TestService } from './service.ts';
import { viewersOfAnn } from './viewers.ts';
import { record } from './workouts.ts';

/** Texts that formats could take for something else. */
const ambiguous = fc.constantFrom(
  '007',
  'yes',
  'null',
  '~',
  '- a',
  '# b',
  'a: b',
  '<b>&amp;</b>',
  ']]>',
  '12:30:45',
  '2012-05-01',
  '1e3',
  '.inf',

  '=',
  '<<',
  '+1',
  '@a',
  '`',
  '!x',
  '&a',
  '*a',
  '|',
  '>',
  '---',
  "it's",
  '"',
  '\\n',
  '%',
  'True',
  '0x1f',
  '{}',
  '[]',
  'über 🏃',
  '\u202Eabc',
  '\ufeffx',
  'a\u00a0b',
  'a  b',
  '5.0',
  '-0',
  'a#b',
  'a?',
  'é',
);
const isText = (text: string) => text.trim() !== '' && !/[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029]/u.test(text);
/** Whatever a title may be. */
export const line = fc.oneof(ambiguous, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(isText));
const text = fc.oneof(
  line,
  fc.tuple(line, line).map(([a, b]) => `${a}\n\t${b}\r\n${a}\u2028${b}`),
  fc.constant('x'.repeat(300)),
);
const privacy = fc.constantFrom('public', 'friends', 'private');
const runTypes = ['Endurance', 'Tempo', 'Slow', 'Interval', 'Group', 'Elevation', 'Race', 'Indoor', 'Beach'];
const run = fc.record({
  title: line,
  post_body: fc.oneof(fc.constant(''), text),
  privacy,
  run_type: fc.constantFrom(...runTypes),
  distance_in_meters: fc.oneof(fc.constant(null), fc.double({ min: 1, max: 90_000, noNaN: true }), fc.nat(50_000)),
  duration_in_seconds: fc.integer({ min: 60, max: 20_000 }),
});

/** People of each relation to Ann, with random data of everybody's, and the ids of all that there is. */
export interface RandomWorld {
  people: Person[];
  ann: Person;
  staff: Person;
  ids: Record<Exclude<NodeType, 'ApiKey' | 'EventSponsor'>, number[]>;
}

/** Makes it through the public interfaces. */
export async function randomWorld(service: TestService): Promise<RandomWorld> {
  const { viewers, ann, bob, cho, tia, una } = await viewersOfAnn(service);
  const zed = await newPerson(service, 'Zed', 'Zuber');
  const people = Object.values<Person>(viewers);
  const texts = sampled(text, 200)[Symbol.iterator]();
  const next = () => String(texts.next().value);
  const runs = sampled(run, 14);
  const owners = [ann, ann, ann, bob, una, cho, tia];
  const recorded = [];
  for (const [i, changes] of runs.entries()) {
    const points = i % 5 === 0 ? { points: pointsFrom(47 + i / 50, 8, 2) } : {};
    recorded.push(await record(owners[i % owners.length] as Person, { ...changes, ...points }));
  }
  const seen = await record(ann, { title: 'All see it', privacy: 'public', points: pointsFrom(47, 9, 3) });
  recorded.push(seen);
  const comments = [];
  for (const person of [bob, cho, ann, una, tia, bob]) comments.push(await comment(person, seen.post, next()));
  for (const person of [bob, cho, tia, ann])
    await as(person).post('/like/toggle/', { object_type: 'post', object_id: seen.post });
  for (const [i, person] of [ann, bob, una].entries())
    await as(person).post('/like/toggle/', { object_type: 'comment', object_id: comments[i] });
  const pictures = [(await addPicture(ann, seen.post)).id];
  const routes = [await makeRoute(ann, seen.workout, { name: sampled(line, 1)[0] })];
  const group = await start(zed, [ann, bob, una], next());
  const conversations = [group, await start(bob, [ann], next()), await start(ann, [cho, tia], next())];
  const messages = [];
  for (const person of [ann, bob, una, ann]) messages.push(await say(person, group, next()));
  await as(ann).patch(`/conversation/${conversations[1]}/archive/`);
  await as(zed).graphql('mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { done } }', {
    input: { password: zed.password },
  });
  const staff = await newPerson(service, 'Staff', 'Person');
  await promote(service, staff);
  const events = [
    await newEvent(staff, {
      name: sampled(line, 1)[0],
      startDate: '2099-01-01T00:00:00',
      endDate: '2099-01-02T12:30:00',
    }),
    await newEvent(staff, { startDate: '2024-01-01T00:00:00', endDate: '2099-01-31T00:00:00' }),
  ];
  const participants = [];
  for (const person of [ann, bob, cho]) participants.push(await join(person, events[1] as number));
  participants.push(await join(ann, events[0] as number));
  const mine = participantId(participants[0] as number);
  await change(ann, 'updateParticipation', { id: mine, description: next(), userGoalInMiles: 26 });
  await sponsor(bob, ann, participants[0] as number, 0.37, sampled(line, 1)[0]);
  await as(ann).patch(`/profile/${ann.id}/`, {
    gender: 'F',
    weight: 61.25,
    birth_date: '1990-02-28',
    weight_unit: 'kilograms',
  });
  await as(ann).patch(`/preferences/${ann.id}/`, {
    distance: 'kilometers',
    timezone: 'Europe/Zurich',
    weekly_email_report: true,
  });
  const users = people.map(({ id }) => id);
  const rows = await service.sql('select id from friendship order by id');
  const notified = await service.sql('select distinct kind, subject_id from notification order by 1, 2');
  const groups = notified.map(({ kind, subject_id: subjectId }) => ({
    kind: kind as NotificationKind,
    subjectId: Number(subjectId),
  }));
  return {
    people,
    ann,
    staff,
    ids: {
      User: users,
      Preferences: users,
      Profile: users,
      Stats: users,
      Workout: recorded.map(({ workout }) => workout),
      Post: recorded.map(({ post }) => post),
      Picture: pictures,
      Friendship: rows.map(({ id }) => Number(id)),
      Comment: comments,
      Conversation: conversations,
      Message: messages,
      Notification: groups.map(notificationId),
      Route: routes,
      Event: events,
      EventParticipant: participants,
    },
  };
}
