import { describe, expect, test } from '@jest/globals';
import { start, say } from '../conversations/talk.ts';
import { cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { inShort, listen } from './listening.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

describe('messages', () => {
  test('come to everyone in the conversation, in order, and to nobody else', async () => {
    const conversation = await start(ann, [bob]);
    const [all, one, other] = await Promise.all([
      listen(service, bob, { kind: 'messages', conversationId: null }),
      listen(service, ann, { kind: 'messages', conversationId: conversation }),
      listen(service, cho, { kind: 'messages', conversationId: null }),
    ]);
    await say(ann, conversation, 'one');
    await say(bob, conversation, 'two');
    await Promise.all([all.hears(2), one.hears(2)]);
    expect(all.heard.map(inShort)).toEqual(['message one', 'message two']);
    expect(one.heard).toEqual(all.heard);
    expect(one.heard[0]).toBe(all.heard[0]);
    expect(other.heard).toEqual([]);
  });
});

describe('posts', () => {
  test('of friends come, those of strangers and private ones do not', async () => {
    const friends = await listen(service, bob, { kind: 'posts', feed: 'friends' });
    const stranger = await listen(service, cho, { kind: 'posts', feed: 'profile', userId: ann.id });
    const first = await record(ann, { privacy: 'friends' });
    await record(cho);
    await record(ann, { privacy: 'private' });
    const second = await record(ann);
    await friends.hears(2);
    expect(friends.heard.map(inShort)).toEqual([`post ${first.post}`, `post ${second.post}`]);
    await stranger.hears(1);
    expect(stranger.heard.map(inShort)).toEqual([`post ${second.post}`]);
    const replayed = await listen(service, bob, { kind: 'posts', feed: 'friends' }, friends.heard[0]?.cursor);
    await replayed.hears(1);
    expect(replayed.heard.map(inShort)).toEqual([`post ${second.post}`]);
  });
});
