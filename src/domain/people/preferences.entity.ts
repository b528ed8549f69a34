import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const PreferencesSchema = defineEntity({
  name: 'Preferences',
  tableName: 'preferences',
  properties: {
    /** The user's id: one row a user, so that a user's URI of it needs no look-up. */
    user: () => p.oneToOne(User).primary().owner().fieldName('id').deleteRule('cascade'),
    weeklyEmailReport: p.boolean().default(false),
    monthlyEmailReport: p.boolean().default(false),
    annuallyEmailReport: p.boolean().default(false),
    /** `miles` or `kilometers` (R1). */
    distance: p.string().$type<'miles' | 'kilometers'>().length(10).default('miles'),
    /** `feet` or `meters` (R1). */
    elevation: p.string().$type<'feet' | 'meters'>().length(10).default('feet'),
    /** IANA name. */
    timezone: p.string().length(64).default('UTC'),
  },
});

/** How a user wants things shown and which reports they get. */
export class Preferences extends PreferencesSchema.class {}
PreferencesSchema.setClass(Preferences);
