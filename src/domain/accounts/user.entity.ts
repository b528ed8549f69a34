import { defineEntity, p } from '@mikro-orm/core';
import { lengths } from '../../platform/text.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Generated, different from the e-mail, never with a `:` (decisions A1). */
    username: p.string().length(40).unique(),
    /** As typed; compared case-insensitively by the unique index below (A8). */
    email: p.string().length(254),
    /** argon2id in PHC form; null when the account only signs in through a social network. */
    passwordHash: p.text().nullable(),
    /** Whether somebody has shown that the address is theirs: by a mailed link, or by a network that checked it. */
    emailProven: p.boolean().default(false),
    firstName: p.string().length(lengths.name),
    lastName: p.string().length(lengths.name),
    /** Both names without case and accents (`src/domain/people/search-name.ts`), for the search. */
    searchName: p.string().length(400).default(''),
    dateJoined: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Marked by staff: their public posts make the featured feed (R13). */
    isFeatured: p.boolean().default(false),
    isStaff: p.boolean().default(false),
    /** Key of the profile image in the picture store; null without one. */
    imageKey: p.string().length(100).nullable(),
  },
  indexes: [
    { name: 'users_email_unique', expression: 'create unique index users_email_unique on users (lower(email))' },
    {
      name: 'users_search_name',
      expression: "create index users_search_name on users using gin ((' ' || search_name || ' ') gin_trgm_ops)",
    },
    {
      name: 'users_image_key',
      expression: 'create index users_image_key on users (image_key) where image_key is not null',
    },
    { name: 'users_featured', expression: 'create index users_featured on users (id) where is_featured' },
  ],
});

/** Somebody with an account. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
