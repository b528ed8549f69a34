import { longestUsername, storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** A generated name that differs from the e-mail address and contains no `:` (decisions A1). */
    username: p.string().length(longestUsername).unique(),
    /** The address as it was typed. The unique index below compares it without regard to case (A8, P14). */
    email: p.string().length(254),
    /** argon2id in PHC format, or null if the user signs in through a social network only. */
    passwordHash: p.text().nullable(),
    /** Whether the address is proven, by a mailed link or by a network that has verified it. */
    emailProven: p.boolean().default(false),
    firstName: p.string().length(storedLengths.name),
    lastName: p.string().length(storedLengths.name),
    /** Both names without case and accents (`src/domain/people/search-name.ts`), used by the search. */
    searchName: p.string().length(storedLengths.searchName).default(''),
    dateJoined: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Whether the staff has marked the user. The public posts of marked users are the featured feed (R13). */
    isFeatured: p.boolean().default(false),
    isStaff: p.boolean().default(false),
    /** The key of the profile picture in the picture store, or null if there is none. */
    imageKey: p.string().length(100).nullable(),
    /** The ids of the parts of a user, where another service that was taken over had others than that of the user (`part-ids.ts`). */
    profileId: p.bigint('number').nullable().unique(),
    preferencesId: p.bigint('number').nullable().unique(),
    statsId: p.bigint('number').nullable().unique(),
  },
  indexes: [
    madeBy('create unique index users_email_unique on users (lower(email collate "C"))'),
    madeBy("create index users_search_name on users using gin ((' ' || search_name || ' ') gin_trgm_ops)"),
    // Three indexes of searches with one word: by the beginning of a name, by its last word, and by words between these.
    madeBy('create index users_search_name_first_word on users ((search_name collate "C"), id)'),
    madeBy(`create index users_search_name_last_word on users
        ((split_part(search_name, ' ', -1) collate "C"), (search_name collate "C"), id)`),
    madeBy(`create index users_search_name_other_words on users using gin ((' ' || search_name || ' ') gin_trgm_ops)
        where search_name like '% % %'`),
    madeBy('create index users_image_key on users (image_key) where image_key is not null'),
    madeBy('create index users_featured on users (id) where is_featured'),
  ],
});

/** A user with an account. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
