import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { idIn, start } from '../conversations/conversation-calls.ts';
import { join, newEvent, promote, sponsor } from '../events/participation.ts';
import { smallJpeg } from '../pictures/images.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import type { TestService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

/** Where two people live. */
export const home = { lat: 47, lng: 8 };

/** Ids of what somebody has made and of what others have made with them. */
export type SharedLife = Awaited<ReturnType<typeof shareLife>>;

/**
 * Everything that somebody can have to do with a friend, with a person they asked to be friends and with one who has blocked and muted them.
 * All that the person writes begins with their first name.
 */
export async function shareLife(service: TestService, who: Person, friend: Person, requested: Person, blocked: Person) {
  const { firstName: name } = who;
  for (const person of [who, friend])
    await as(person).patch(`/profile/${person.id}/`, { location_lat: home.lat, location_lng: home.lng });
  await service.sql('update users set is_featured = true where id = ?', [who.id]);
  const body = await smallJpeg();
  await as(who).send('POST', '/user/picture/', { headers: { 'Content-Type': 'image/png' }, body });
  await befriend(service, who, friend);
  await befriend(service, requested, friend);
  await service.sql('insert into friendship (user1_id, user2_id) values (?, ?)', [who.id, requested.id]);
  const friendshipWith = async ({ id }: Person) =>
    Number(
      (await service.sql('select id from friendship where user1_id = ? and user2_id = ?', [who.id, id]))[0]?.['id'],
    );

  const points = pointsFrom(home.lat, home.lng);
  const own = await record(who, { title: `${name}'s run`, post_body: `${name} ran`, points });
  const route = await makeRoute(who, own.workout, { name: `${name}'s route` });
  const picture = await addPicture(who, own.post);
  const friends = await record(friend, { title: 'A run of a friend' });
  const comment = async (person: Person, post_id: number, text: string) =>
    idIn(await as(person).post('/comment/', { post_id, comment: text }));
  const like = (person: Person, object_type: string, object_id: number) =>
    as(person).post('/like/toggle/', { object_type, object_id });
  const commentBelowFriends = await comment(who, friends.post, `${name} says well done`);
  const friendsComment = await comment(friend, own.post, 'Well done');
  await like(who, 'post', friends.post);
  await like(who, 'comment', friendsComment);
  await like(friend, 'post', own.post);
  await as(friend).post(`/route/${route}/toggle_favorite/`);

  const staff = await newPerson(service, 'Sam', 'Staff');
  await promote(service, staff);
  const event = await newEvent(staff, { startDate: '2024-01-01', endDate: '2099-01-01T00:00:00' });
  const participant = await join(who, event, { description: `why ${name} takes part` });
  const friendTakesPart = await join(friend, event);
  const promise = await sponsor(who, friend, friendTakesPart, 1, `${name} the sponsor`);
  await sponsor(friend, who, participant, 1);

  const inbox = await start(who, [friend, requested], 'Hello both');
  const archived = await start(friend, [who], 'Hello');
  const message = idIn(await as(who).post('/message/', { conversation_id: archived, message: 'Hello yourself' }));
  await as(friend).patch(`/conversation/${archived}/archive/`);
  const waiting = await friendshipWith(requested);
  await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [blocked.id, who.id]);
  await service.sql('insert into mute (user_id, muted_id) values (?, ?)', [blocked.id, who.id]);

  const theirs: [NodeType, number][] = [
    ['User', who.id],
    ['Profile', who.id],
    ['Preferences', who.id],
    ['Stats', who.id],
    ['Workout', own.workout],
    ['Post', own.post],
    ['Route', route],
    ['Picture', picture.id],
    ['Comment', commentBelowFriends],
    ['EventParticipant', participant],
    ['Friendship', waiting],
  ];
  const others: [NodeType, number][] = [
    ['Post', friends.post],
    ['Comment', friendsComment],
    ['Event', event],
    ['EventParticipant', friendTakesPart],
    ['Conversation', inbox],
    ['Conversation', archived],
    ['Message', message],
  ];
  const asGlobalIds = (things: [NodeType, number][]) => things.map(([type, id]) => globalId(type, id));
  return {
    own,
    route,
    picture,
    friends,
    commentBelowFriends,
    friendsComment,
    event,
    participant,
    friendTakesPart,
    inbox,
    archived,
    message,
    friendship: await friendshipWith(friend),
    waiting,
    /** Global ids of the person and of what is theirs. */
    theirGlobalIds: [...asGlobalIds(theirs), promise],
    /** Global ids of what others have. */
    othersGlobalIds: asGlobalIds(others),
  };
}
