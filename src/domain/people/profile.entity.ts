import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from './user.entity.ts';
import type { ChoiceOf, genders, weightUnits } from './choices.ts';
import { gridSpot } from '../rules/grid.ts';

const ProfileSchema = defineEntity({
  name: 'Profile',
  tableName: 'profile',
  properties: {
    /** The id of the user, who has one row. */
    user: () => p.oneToOne(User).primary().owner().fieldName('id').deleteRule('cascade'),
    birthDate: p.date().nullable(),
    /** `M`, `F`, `O` or empty (R1). */
    gender: p.string().$type<ChoiceOf<typeof genders>>().length(1).default(''),
    /** The weight in `weightUnit`, with two decimal places. */
    weight: p.decimal('number').precision(6).scale(2).nullable(),
    /** `pounds` or `kilograms` (R1). */
    weightUnit: p.string().$type<ChoiceOf<typeof weightUnits>>().length(10).default('pounds'),
    locationName: p.string().length(storedLengths.title).default(''),
    locationLat: p.double().$type<number>().nullable(),
    locationLng: p.double().$type<number>().nullable(),
  },
  indexes: [
    madeBy(
      `create index profile_of_spot on profile (${gridSpot('location_lat', 'location_lng')}, location_lat, location_lng, id)`,
    ),
  ],
});

/** The physical data and the place of a user. */
export class Profile extends ProfileSchema.class {}
ProfileSchema.setClass(Profile);
