import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { CalendarDate } from '../scalars.ts';
import { Preferences } from './preferences.type.ts';
import { Profile } from './profile.type.ts';
import { Stats } from './stats.type.ts';
import { User } from './user.type.ts';

/** The way back to the user, whom it may have come from. The parts of a user have the id of the user. */
const userOf = ({ id, user }: { id: number; user?: Ref<'User'> }): Ref<'User'> => user ?? { id };

@Resolver(() => Profile)
export class ProfileResolver implements Resolves<Profile, RowOf<'Profile'>> {
  @FieldResolver(() => User)
  user(@Root() profile: Ref<'Profile'>): Ref<'User'> {
    return userOf(profile);
  }

  @FieldResolver(() => CalendarDate)
  dateOfBirth(@Root() profile: Ref<'Profile'>, @Ctx() context: Context): string | null | Promise<string | null> {
    return fromRow(context, 'Profile', profile, ['birthDate'], ({ birthDate }) => birthDate);
  }
}

@Resolver(() => Preferences)
export class PreferencesResolver implements Resolves<Preferences, RowOf<'Preferences'>> {
  @FieldResolver(() => User)
  user(@Root() preferences: Ref<'Preferences'>): Ref<'User'> {
    return userOf(preferences);
  }
}

@Resolver(() => Stats)
export class StatsResolver implements Resolves<Stats, RowOf<'Stats'>> {
  @FieldResolver(() => User)
  user(@Root() stats: Ref<'Stats'>): Ref<'User'> {
    return userOf(stats);
  }
}
