import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { Post } from '../feed/post.entity.ts';
import type { ImageFormat } from './image-format.ts';
import { PictureFile } from './picture-file.entity.ts';
import type { PostChanges } from '../rules/post-changes.ts';

const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'picture',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    /** The key of its four sizes in the picture store. */
    key: () => p.manyToOne(PictureFile).fieldName('key').unique(),
    /** The position among the pictures of its post. Pictures with the same position are ordered by id. */
    position: p.integer().default(0),
    /** SHA-256 of the original. A post contains the same bytes only once. */
    digest: p.blob(),
    /** `jpeg` or `png`, the format of the original. */
    format: p.string().$type<ImageFormat>().length(4),
    /** The size of the original in pixels, in its displayed orientation. */
    width: p.integer(),
    height: p.integer(),
    /** Whether staff have hidden it: only the author of the post sees it. */
    isHidden: p.boolean().default(false),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [madeBy('create unique index picture_of_post on picture (post_id, digest)')],
});

/** A picture of a post. */
export class Picture extends PictureSchema.class {}
PictureSchema.setClass(Picture);

/** The effect of changes on subscriptions to the post. New and deleted pictures are published as well. */
export const pictureChanges: PostChanges<Picture> = {
  id: 'fixed',
  post: 'fixed',
  key: 'fixed',
  position: 'published',
  digest: 'hidden',
  format: 'fixed',
  width: 'fixed',
  height: 'fixed',
  isHidden: 'published',
  createdDate: 'fixed',
};
