import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Post } from '../feed/post.entity.ts';
import type { ImageFormat } from './image-format.ts';
import { PictureFile } from './picture-file.entity.ts';
import { Picture } from './picture.entity.ts';

const PictureUploadSchema = defineEntity({
  name: 'PictureUpload',
  tableName: 'picture_upload',
  properties: {
    /** 128 random bits in hexadecimal: the name of the upload in its URL. */
    id: p.string().length(32).primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** Null: it is to be the user's profile picture. */
    post: () => p.manyToOne(Post).deleteRule('cascade').nullable().index(),
    expiresDate: p.datetime(6).columnType('timestamptz(6)').index(),
    /** PUTs that were let in: each is work, and whoever has the URL may send one. */
    attempts: p.integer().default(0),
    /** Set by the first PUT that comes through, with all that follows of its bytes; null until then. */
    key: () => p.manyToOne(PictureFile).fieldName('key').nullable().index(),
    digest: p.blob().nullable(),
    format: p.string().length(4).$type<ImageFormat>().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** What it became, once it is completed. */
    picture: () => p.manyToOne(Picture).deleteRule('cascade').nullable().index(),
    completedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
});

/** A place for one upload, handed out to whoever may use it. */
export class PictureUpload extends PictureUploadSchema.class {}
PictureUploadSchema.setClass(PictureUpload);
