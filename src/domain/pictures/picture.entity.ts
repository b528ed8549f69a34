import { defineEntity, p } from '@mikro-orm/core';
import { Post } from '../feed/post.entity.ts';
import type { ImageFormat } from './image-format.ts';
import { PictureFile } from './picture-file.entity.ts';
import type { PostChanges } from '../live/post-changes.ts';

const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'picture',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    /** Where its four sizes lie in the picture store. */
    key: () => p.manyToOne(PictureFile).fieldName('key').unique(),
    /** Place among the pictures of its post; equal ones follow their ids. */
    position: p.integer().default(0),
    /** SHA-256 of the original: the same bytes come once a post. */
    digest: p.blob(),
    /** `jpeg` or `png`: what the bytes of the original are. */
    format: p.string().$type<ImageFormat>().length(4),
    /** Pixels of the original, held upright. */
    width: p.integer(),
    height: p.integer(),
    /** Whether staff have hidden it: only the author of the post sees it. */
    isHidden: p.boolean().default(false),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'picture_of_post',
      expression: 'create unique index picture_of_post on picture (post_id, digest)',
    },
  ],
});

/** A picture of a post. */
export class Picture extends PictureSchema.class {}
PictureSchema.setClass(Picture);

/** What its changes mean for those who follow the post; new and deleted ones are told as well. */
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
