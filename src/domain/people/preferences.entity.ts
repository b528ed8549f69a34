import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';
import type { ChoiceOf, distanceUnits, elevationUnits } from './choices.ts';
import type { NotificationKind } from '../notifications/kinds.ts';

const PreferencesSchema = defineEntity({
  name: 'Preferences',
  tableName: 'preferences',
  properties: {
    /** The id of the user. Each user has one row, so that its URI follows from that of the user. */
    user: () => p.oneToOne(User).primary().owner().fieldName('id').deleteRule('cascade'),
    weeklyEmailReport: p.boolean().default(false),
    monthlyEmailReport: p.boolean().default(false),
    annuallyEmailReport: p.boolean().default(false),
    /** `miles` or `kilometers` (R1). */
    distance: p.string().$type<ChoiceOf<typeof distanceUnits>>().length(10).default('miles'),
    /** `feet` or `meters` (R1). */
    elevation: p.string().$type<ChoiceOf<typeof elevationUnits>>().length(10).default('feet'),
    /** The kinds of which the user is not notified. Kinds that are added later are wanted (D311). */
    unwantedNotifications: p.array(String).$type<NotificationKind[]>().columnType('text[]').defaultRaw("'{}'"),
    /** The IANA name of a time zone. */
    timezone: p.string().length(64).default('UTC'),
  },
});

/** How values are displayed to a user, and which reports the user receives. */
export class Preferences extends PreferencesSchema.class {}
PreferencesSchema.setClass(Preferences);
