import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';
import { Picture } from '../pictures/picture.entity.ts';

const OldUrlSchema = defineEntity({
  name: 'OldUrl',
  tableName: 'old_url',
  properties: {
    /** The path at the other service, such as `/media/91_t.jpg`. */
    path: p.string().length(2000).primary(),
    /** The picture of a post; null for a profile picture. */
    picture: () => p.manyToOne(Picture).nullable().deleteRule('cascade').index(),
    /** Whose profile picture it is; null for the picture of a post. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    /** The size to which it leads. */
    size: p.string().length(12),
  },
});

/** A URL that a picture had at the service that was taken over (decisions P33). */
export class OldUrl extends OldUrlSchema.class {}
OldUrlSchema.setClass(OldUrl);
