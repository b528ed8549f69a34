import { join as joinEvent, newEvent, promote } from '../events/participation.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, newPerson } from './cast.ts';
import type { Cast } from './cast.ts';
import { getRows } from './get-rows.ts';
import { makeRoute, pointsFrom } from './routes.ts';
import type { TestService } from './service.ts';
import { record } from './workouts.ts';
import type { Recorded } from './workouts.ts';

/** The id in the `Location` of what was made. */
async function made(answer: Promise<{ headers: { location?: string | undefined }; text: string }>): Promise<number> {
  const { headers, text } = await answer;
  if (headers.location === undefined) throw new Error(`nothing was made: ${text}`);
  return Number(/(\d+)\/$/.exec(headers.location)?.[1]);
}

/** Something of everything for Ann, and a path of each row that answers a GET (`get-rows.ts`), with something to show. */
export async function fetchablePaths(
  service: TestService,
  { ann, bob }: Cast,
  recorded: Recorded,
): Promise<Record<string, string>> {
  const { id } = ann;
  const run = await record(ann, { title: 'With points', points: pointsFrom(47, 8, 2) });
  const picture = await addPicture(ann, recorded.post);
  const comment = await made(as(bob).post('/comment/', { post_id: recorded.post, comment: 'Fine <run> & so on' }));
  await as(ann).post('/like/toggle/', { object_type: 'comment', object_id: comment });
  const start = () => made(as(bob).post('/conversation/', { message: 'Hello', recipients: [id] }));
  const [conversation, archived] = [await start(), await start()];
  await as(ann).patch(`/conversation/${archived}/archive/`);
  const message = await made(as(ann).post('/message/', { conversation_id: conversation, message: 'Hi' }));
  const route = await makeRoute(ann, run.workout);
  const staff = await newPerson(service, 'Staff', 'Person');
  await promote(service, staff);
  // An event that has not begun is hot on any day.
  const event = await newEvent(staff, { startDate: '2099-01-01T00:00:00', endDate: '2099-01-02T00:00:00' });
  const participant = await joinEvent(ann, event);
  const { objects } = (await as(ann).get('/friendship/')).json<{ objects: { id: number }[] }>();
  const things = {
    user: [id],
    name: ['b'],
    friend: bob.id,
    friendship: [objects[0]?.id ?? 0],
    workout: [run.workout],
    post: [recorded.post],
    picture: [picture.id],
    comment: [comment],
    conversation: [conversation],
    message: [message],
    route: [route],
    event: [event],
    participant: [participant],
  };
  return Object.fromEntries(
    Object.entries(getRows).map(([row, { one, list }]) => [
      row,
      [...(one?.(things) ?? []), ...(list?.(things) ?? [])][0] ?? '',
    ]),
  );
}
