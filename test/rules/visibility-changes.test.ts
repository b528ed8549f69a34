/**
 * Only permitted users can make changes: every user of the cast tries each mutation on each object, and each input that
 * names an object.
 */
import { describe, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import type { GraphQLArgument } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { executableSchema } from '../../schema/index.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import { join, newEvent, promote } from '../events/participation.ts';
import { fetched } from '../pictures/sending.ts';
import { as, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { maySee, viewersOfAnn } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import { gpxParcel, mutations } from './mutations.ts';
import { readsOf } from './reads.ts';
import { makeFixtures, mediaOf, postId, workoutId } from './fixtures.ts';

/*
 * Who changes what: each viewer tries every mutation, and so does somebody who is not signed in.
 */
const service = await testService();
const { ann, dan, viewers } = await viewersOfAnn(service);
const made = await makeFixtures(ann);
const annId = globalId('User', ann.id);
await promote(service, dan);
const participation = await join(ann, await newEvent(dan, { startDate: '2024-01-01', endDate: '2040-01-01' }));

const others = Object.entries(viewers).filter(([name]) => name !== 'owner') as [Viewer, Person][];

describe.each(others)('the %s', (name, viewer) => {
  const client = as(viewer);
  test.each(privacies)('changes nothing of a %s workout', async (privacy) => {
    const seen = maySee[name].includes(privacy);
    const { workout, post, picture } = made[privacy];
    const refused = seen ? 401 : 404;
    const answers = [
      await client.send('PATCH', `/workout/${workout}/`, gpxParcel),
      await client.delete(`/workout/${workout}/`),
    ];
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([refused, '']);
    const more = { headers: { 'Content-Type': 'image/png' }, body: 'no picture' };
    const notFound = [
      await client.delete(`/post/${post}/`),
      await client.send('POST', `/picture/?post_id=${post}`, more),
    ];
    for (const answer of notFound) expect([answer.status, answer.text]).toEqual([404, '']);
    expect((await fetched(mediaOf(service, ann.id, picture, 'feed'))).status).toBe(200);
    for (const [field, [document, variables, other]] of Object.entries(mutations)) {
      const { data, errors } = await client.graphql(document, variables(made[privacy]));
      const none = { [field.slice('Mutation.'.length)]: null };
      expect([field, data, errors[0]?.extensions.code]).toEqual([field, none, seen ? other : 'NOT_FOUND']);
    }
  });
});

describe('a client without a key', () => {
  const client = nobody(service);
  test('sees nothing over REST', async () => {
    const { workout, post, picture, route } = made.public;
    const paths = [
      `/route/${route}/`,
      `/event-participant/${participation}/`,
      `/workout/${workout}/`,
      `/workout/?user=${ann.id}`,
      `/post/${post}/`,
      '/post/?type=featured',
      `/user/${ann.id}/`,
      `/picture/?post_id=${post}`,
      `/picture/${picture}/`,
    ];
    for (const path of paths)
      for (const headers of [{ Accept: '*/*' }, { Accept: contentTypes.gpx }]) {
        const answer = await client.get(path, headers);
        expect([path, answer.status, answer.text]).toEqual([path, 401, '']);
      }
  });

  test('sees nothing and changes nothing over GraphQL', async () => {
    const documents: [string, Mapping][] = [
      ...['workout', 'node', 'user'].map((field): [string, Mapping] => [
        `query ($id: ID!) { ${field}(id: $id) { id } }`,
        field === 'user' ? { id: annId } : workoutId(made.public),
      ]),
      ['query ($id: ID!) { post(id: $id) { id } }', postId(made.public)],
      [`{ workouts(userId: "${annId}") { totalCount } }`, {}],
      [`{ workouts(userId: "${annId}") { nodes { id } } }`, {}],
      ...['FRIENDS', 'LOCAL', 'FEATURED', 'PROFILE'].map((type): [string, Mapping] => [
        `{ feed(type: ${type}, userId: "${annId}") { nodes { id } } }`,
        {},
      ]),
      ['{ me { id } }', {}],
      ['{ apiKeys { id } }', {}],
      ...Object.values(mutations).map(([document, variables]): [string, Mapping] => [document, variables(made.public)]),
    ];
    for (const [document, variables] of documents) {
      const { data, errors } = await client.graphql(document, variables);
      expect([document, errors[0]?.extensions.code]).toEqual([document, 'UNAUTHENTICATED']);
      expect(Object.values(data ?? {}).every((value) => value === null)).toBe(true);
    }
  });
});

describe('the matrix', () => {
  /** Fields that take ids of other things, or of comments and likes on posts: their own tests say who sees what. */
  const elsewhere = `
    nodes user users conversation acceptConversation leaveConversation friendship friendshipWith friendships searchFriends searchMessages
    acceptFriendship archiveConversation blockUser endFriendship hideConversation markConversationRead
    moveConversationToInbox requestFriendship revokeApiKey sendMessage startConversation unblockUser updatePreferences updateProfile updateUser
    event eventParticipant eventParticipants editEvent joinEvent leaveEvent sponsorParticipant acceptSponsor removeSponsor updateParticipation
    favoriteRoute toggleFavoriteRoute unfavoriteRoute markFeatured
    reportPerson reportPost reportComment reportMessage reportPicture withdrawReport mutePerson unmutePerson moderationLog explainVisibility
    hideContent restoreContent dismissReport suspendPerson unsuspendPerson
    editComment deleteMessage markNotificationsRead
    addComment deleteComment likeComment likePost toggleLike unlikeComment unlikePost
  `;
  const takesId = ({ type }: GraphQLArgument): boolean => {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return named.name === 'ID';
    return Object.values(named.getFields()).some((field) => getNamedType(field.type).name === 'ID');
  };

  test('contains every field that takes an id of a workout or post', () => {
    const schema = executableSchema();
    const covered = [...Object.keys(readsOf(service, ann)), ...Object.keys(mutations), 'Query.feed'].map(
      (name) => name.split(/[ .]/)[1],
    );
    for (const type of [schema.getQueryType(), schema.getMutationType()])
      for (const { name, args } of Object.values(type?.getFields() ?? {}))
        if (args.some(takesId)) expect([...elsewhere.split(/\s+/), ...covered]).toContain(name);
  });
});

describe('finally', () => {
  test.each(privacies)('no attempt has changed the %s workout, and its owner can do everything', async (privacy) => {
    const { workout, post, title, route } = made[privacy];
    expect((await as(ann).get(`/workout/${workout}/`)).json()).toMatchObject({
      title,
      privacy,
      distance_in_meters: '5000.00',
    });
    expect((await as(ann).send('PATCH', `/workout/${workout}/`, gpxParcel)).status).toBe(202);
    expect((await as(ann).get(`/route/${route}/`)).json()).toMatchObject({ name: title });
    expect((await as(ann).delete(`/post/${post}/`)).status).toBe(204);
    expect((await as(ann).delete(`/workout/${workout}/`)).status).toBe(204);
  });
});
