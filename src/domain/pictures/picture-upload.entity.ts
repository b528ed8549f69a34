import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';
import { Post } from '../feed/post.entity.ts';
import type { ImageFormat } from './image-format.ts';
import { PictureFile } from './picture-file.entity.ts';
import { Picture } from './picture.entity.ts';

const PictureUploadSchema = defineEntity({
  name: 'PictureUpload',
  tableName: 'picture_upload',
  properties: {
    /** 128 random bits in hexadecimal, which name the upload in its URL. */
    id: p.string().length(32).primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** Null for a profile picture. */
    post: () => p.manyToOne(Post).deleteRule('cascade').nullable().index(),
    expiresDate: p.datetime(6).columnType('timestamptz(6)').index(),
    /**
     * The number of accepted PUT requests. It is limited because each of them causes work, and anyone with the URL may
     * send them.
     */
    attempts: p.integer().default(0),
    /** This and the following columns are set by the first PUT request that succeeds, and are null until then. */
    key: () => p.manyToOne(PictureFile).fieldName('key').nullable().index(),
    digest: p.blob().nullable(),
    format: p.string().length(4).$type<ImageFormat>().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** The picture that was created from the upload, once it is completed. */
    picture: () => p.manyToOne(Picture).deleteRule('cascade').nullable().index(),
    completedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
});

/** A prepared upload, whose URL accepts the bytes of one picture. */
export class PictureUpload extends PictureUploadSchema.class {}
PictureUploadSchema.setClass(PictureUpload);
