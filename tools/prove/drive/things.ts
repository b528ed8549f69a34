import { pngFile } from './body.ts';
import type { Driven } from './driven.ts';

/** How things are made that rows create. */
export const things: Readonly<Record<string, (to: Driven) => Promise<number>>> = {
  user: async (to) => (await to.ann()).id,
  friend: async (to) => {
    await to.id('friendship');
    return (await to.bob()).id;
  },
  friendship: async (to) => {
    const [ann, bob] = [await to.ann(), await to.bob()];
    const id = await to.create({ by: bob, path: '/friendship/request/', body: { user_id: ann.id } });
    await to.send('POST', { by: ann, path: '/friendship/accept/', body: { friendship_id: id } });
    return id;
  },
  workout: async (to) => to.create({ by: await to.ann(), path: '/workout/', body: to.run() }),
  post: async (to) => to.postOf(await to.ann(), await to.id('workout')),
  picture: async (to) =>
    to.create({ by: await to.ann(), path: `/picture/?post_id=${await to.id('post')}`, body: pngFile }),
  comment: async (to) =>
    to.create({
      by: await to.bob(),
      path: '/comment/',
      body: { post_id: await to.id('post'), comment: 'Well <run> & so on' },
    }),
  conversation: async (to) =>
    to.create({
      by: await to.bob(),
      path: '/conversation/',
      body: { message: 'Hello', recipients: [(await to.ann()).id] },
    }),
  message: async (to) =>
    to.create({
      by: await to.ann(),
      path: '/message/',
      body: { conversation_id: await to.id('conversation'), message: 'Hello, too' },
    }),
};
