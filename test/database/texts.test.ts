/** Texts of every length and script are read as they were written. */
import { expect, test } from '@jest/globals';
import { comment } from '../feed/commenting.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann } = await cast(service);

/** Around 13 characters and 4096 bytes of a row, a text is decoded in another way (`packages/postgres/fast/row-messages.ts`). */
const lengths = [1, 11, 12, 13, 14, 127, 128, 255, 256, 3900, 4000, 4096, 5000];

test.each([
  ['ASCII', 'r'],
  ['Latin', 'ü'],
  ['Greek', 'λ'],
  ['Chinese', '跑'],
  ['an emoji', '🏃'],
  ['Latin and ASCII', 'aü'],
])('in %s', async (_script, part) => {
  const { post } = await record(ann);
  const texts = lengths.map((length) => part.repeat(length));
  for (const text of texts) await comment(ann, post, text);
  // The first reads have the statement described, and the third uses the description.
  for (let read = 0; read < 3; read++) {
    const { objects } = (await as(ann).get(`/comment/?post_id=${post}&limit=100`)).json<{
      objects: { comment: string }[];
    }>();
    expect(objects.map((one) => one.comment)).toEqual(texts);
  }
});
