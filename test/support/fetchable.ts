import { join as joinEvent, newEvent, promote } from '../events/participation.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, newPerson } from './cast.ts';
import type { Cast } from './cast.ts';
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

/**
 * Something of everything for Ann, and a path of each row that answers a GET, with something to show: what `rest-compat/table.ts`
 * has more than is here fails `test/rest-compat/replies.test.ts`.
 */
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
  return {
    'GET /me/': '/me/',
    'GET /user/[user_id]/': `/user/${id}/`,
    'GET /user/': `/user/?friends_with=${id}`,
    'GET /user/search/': '/user/search/?q=b',
    'GET /user/search/friends/': '/user/search/friends/?q=b',
    'GET /preferences/[preferences_id]/': `/preferences/${id}/`,
    'GET /profile/[profile_id]': `/profile/${id}/`,
    'GET /stats/[stats_id]/': `/stats/${id}/`,
    'GET /workout/': '/workout/',
    'GET /workout/[workout_id]/': `/workout/${run.workout}/`,
    'GET /post/[id]/': `/post/${recorded.post}/`,
    'GET /post/': '/post/',
    'GET /picture/?post_id=[id]': `/picture/?post_id=${recorded.post}`,
    'GET /picture/[picture_id]/': `/picture/${picture.id}/`,
    'GET /comment/[comment_id]/': `/comment/${comment}/`,
    'GET /comment/': `/comment/?post_id=${recorded.post}`,
    'GET /conversation/inbox/': '/conversation/inbox/',
    'GET /conversation/archive/': '/conversation/archive/',
    'GET /conversation/[id]/': `/conversation/${conversation}/`,
    'GET /message/?conversation=[ID]': `/message/?conversation=${conversation}`,
    'GET /message/[message_id]/': `/message/${message}/`,
    'GET /friendship/': '/friendship/',
    'GET /friendship/user/{id}/': `/friendship/user/${id}/`,
    'GET /friendship/[friendship_id]/': `/friendship/${objects[0]?.id}/`,
    'GET /friendship/exists/{id}/': `/friendship/exists/${id}/?with_user_id=${bob.id}`,
    'GET /route/[id]/': `/route/${route}/`,
    'GET /event-instance/{event_id}': `/event-instance/${event}`,
    'GET /event-participant/': '/event-participant/',
    'GET /event-participant/?user_id={user_id}': `/event-participant/?user_id=${id}`,
    'GET /event-participant/?user_id={user_id}&status=hot': `/event-participant/?user_id=${id}&status=hot`,
    'GET /event-participant/[participant_id]/': `/event-participant/${participant}/`,
  };
}
