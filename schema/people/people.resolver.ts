import { unreadMessagesLoader } from '../../src/domain/conversations/conversation.loaders.ts';
import { pendingRequestsLoader } from '../../src/domain/friendships/friendship.loaders.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { includes, scopeBits } from '../../src/domain/rules/scopes.ts';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { Failure } from '../../src/errors.ts';
import { profilePictureUrl } from '../../src/domain/rules/media-urls.ts';
import { findUser, findUserWithProfile } from '../../src/domain/people/find-user.ts';
import { updatePreferences } from '../../src/domain/people/update-preferences.ts';
import { updateProfile } from '../../src/domain/people/update-profile.ts';
import { updateUser } from '../../src/domain/people/update-user.ts';
import type { UserWithProfile } from '../../src/domain/people/profile.queries.ts';
import type { FoundUser } from '../../src/domain/people/search.queries.ts';
import { partIdOf, userOfPart } from '../../src/domain/people/part-ids.ts';
import type { Part } from '../../src/domain/people/part-ids.ts';
import { DatabaseId } from '../scalars.ts';
import { databaseIdOf } from '../global-id.ts';
import { Preferences } from './preferences.type.ts';
import { insteadOfBirthDate, Profile } from './profile.type.ts';
import { Stats } from './stats.type.ts';
import { User } from './user.type.ts';
import { ownOriginalsUsage } from '../../src/domain/workouts/originals/own-original.ts';
import { OriginalsUsage } from '../workouts/originals-usage.type.ts';
import { selects } from '../selects.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { inputFields } from '../fields.ts';
import { editRule } from '../lengths.ts';
import { input, mutation } from '../mutation.ts';

@ArgsType()
class UserArgs extends inputFields({ id: ['ID!', 'Id of the user.'] }) {}

@Resolver(() => User)
export class PeopleResolver implements Resolves<User, RowOf<'User'>> {
  @Query(() => User, { nullable: true, description: 'The signed-in user.' })
  @RootField({ scope: 'PEOPLE_READ' })
  async me(@Ctx() context: Context, @Info() info: GraphQLResolveInfo): Promise<Ref<'User'>> {
    const user = await readUser(context, viewerOf(context).id, info);
    // Another process has deleted the account, and this one has not yet heard that its keys have ended.
    if (!user) throw new Failure('INVALID_KEY');
    return user;
  }

  @Query(() => User, {
    nullable: true,
    description: 'One user. Null when the user does not exist or you may not see them.',
  })
  @RootField({ scope: 'PEOPLE_READ' })
  user(
    @Args() { id }: UserArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Ref<'User'> | null> {
    return readUser(context, databaseIdOf('User', id), info);
  }

  @FieldResolver(() => Preferences)
  preferences(@Root() user: Ref<'User'>, @Ctx() { viewer }: Context): Ref<'Preferences'> | null {
    return user.id === viewer?.id ? { id: user.id } : null;
  }

  @FieldResolver(() => Profile)
  profile(@Root() user: Ref<'User'> & Partial<FoundUser & UserWithProfile>): Ref<'Profile'> & { user?: Ref<'User'> } {
    return user.profile ?? { id: user.id, locationName: user.locationName, user };
  }

  @FieldResolver(() => Stats)
  stats(@Root() user: Ref<'User'>): Ref<'Stats'> & { user: Ref<'User'> } {
    return { id: user.id, user };
  }

  @FieldResolver(() => DatabaseId)
  databaseIdOfProfile(@Root() { id }: Ref<'User'>, @Ctx() context: Context): number | Promise<number> {
    return partIdOf(context, 'Profile', id);
  }

  @FieldResolver(() => DatabaseId)
  databaseIdOfPreferences(@Root() { id }: Ref<'User'>, @Ctx() context: Context): number | Promise<number> {
    return partIdOf(context, 'Preferences', id);
  }

  @FieldResolver(() => DatabaseId)
  databaseIdOfStats(@Root() { id }: Ref<'User'>, @Ctx() context: Context): number | Promise<number> {
    return partIdOf(context, 'Stats', id);
  }

  @FieldResolver(() => String)
  email(@Root() user: Ref<'User'>, @Ctx() { viewer }: Context): string | null {
    return user.id === viewer?.id && includes(viewer.scopes, scopeBits.PEOPLE_READ) ? viewer.email : null;
  }

  @FieldResolver(() => String)
  username(@Root() user: Ref<'User'>, @Ctx() { viewer }: Context): string | null {
    return user.id === viewer?.id ? viewer.username : null;
  }

  @FieldResolver(() => String)
  profileImage225Url(@Root() user: Ref<'User'>, @Ctx() context: Context): string | null | Promise<string | null> {
    return profileUrl(user, context, '225');
  }

  @FieldResolver(() => String)
  profileImage48Url(@Root() user: Ref<'User'>, @Ctx() context: Context): string | null | Promise<string | null> {
    return profileUrl(user, context, '48');
  }

  // Of other users they are not known (decisions D285).
  @FieldResolver(() => Number)
  pendingFriendRequests(@Root() user: Ref<'User'>, @Ctx() context: Context): Promise<number> | null {
    return user.id === context.viewer?.id ? context.loader(pendingRequestsLoader).load(user.id) : null;
  }

  @FieldResolver(() => OriginalsUsage)
  originalsUsage(@Root() { id }: Ref<'User'>, @Ctx() context: Context): Promise<OriginalsUsage | null> {
    return ownOriginalsUsage(context, id);
  }

  @FieldResolver(() => Number)
  unreadMessages(@Root() user: Ref<'User'>, @Ctx() context: Context): Promise<number> | null {
    return user.id === context.viewer?.id ? context.loader(unreadMessagesLoader).load(user.id) : null;
  }
}

/** Reads a user, together with the profile if the client selects it. */
function readUser(context: Context, id: number, info: GraphQLResolveInfo): Promise<Ref<'User'> | null> {
  return selects(info, 'profile') ? findUserWithProfile(context, id) : findUser(context, id);
}

/** The signed URL of a profile picture. */
function profileUrl(user: Ref<'User'>, context: Context, size: '225' | '48'): string | null | Promise<string | null> {
  const urlOf = ({ imageKey }: { imageKey: string | null }) =>
    imageKey ? profilePictureUrl(context, user.id, imageKey, size) : null;
  return fromRow(context, 'User', user, ['imageKey'], urlOf);
}

/** The user whose part is named, by default the viewer. */
const ownPart = (context: Context, part: Part, id: number | null | undefined): number | Promise<number> =>
  id == null ? viewerOf(context).id : userOfPart(context, part, id);

export const ownMutations = [
  mutation('updateUser', {
    about: 'Changes your own names.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input(`Changes to your own user. ${editRule}`, {
      id: ['ID<User>', 'Your own id; it may be left out.'],
      firstName: ['String', 'Given name. It cannot be empty.'],
      lastName: ['String', 'Family name. It cannot be empty.'],
      validateOnly: ['Boolean!', 'Whether to only validate the fields and store nothing.', false],
    }),
    payload: { user: ['User!', 'The user after the change.'] },
    run: async (context, { id, validateOnly, ...changes }) => ({
      user: await updateUser(context, id ?? viewerOf(context).id, changes, validateOnly),
    }),
  }),
  mutation('updatePreferences', {
    about: 'Changes your own preferences.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input(`Changes to your own preferences. ${editRule} None of these can be empty.`, {
      id: ['ID<Preferences>', 'Id of your own preferences; it may be left out.'],
      weeklyEmailReport: ['Boolean', 'Whether to send a report every week.'],
      monthlyEmailReport: ['Boolean', 'Whether to send a report every month.'],
      annuallyEmailReport: ['Boolean', 'Whether to send a report every year.'],
      distance: ['DistanceUnit', 'Unit for distances.'],
      elevation: ['ElevationUnit', 'Unit for elevations.'],
      timezone: ['String', 'IANA name of the time zone.'],
      unwantedNotifications: [
        '[NotificationKind!]',
        'The kinds of which you do not want to be notified, instead of the former ones. Notifications that you already have stay.',
      ],
      validateOnly: ['Boolean!', 'Whether to only validate the fields and store nothing.', false],
    }),
    payload: { preferences: ['Preferences!', 'The preferences after the change.'] },
    run: async (context, { id, validateOnly, ...changes }) => ({
      preferences: await updatePreferences(context, await ownPart(context, 'Preferences', id), changes, validateOnly),
    }),
  }),
  mutation('updateProfile', {
    about: 'Changes your own profile.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    // A place that was not looked up before takes up to 20 ms, and the posts of its person get it.
    cost: price('updateProfile', 200),
    input: input(
      `Changes to your own profile. ${editRule} When only the name of a place is given, its coordinates are looked up, and the reverse.`,
      {
        id: ['ID<Profile>', 'Id of your own profile; it may be left out.'],
        dateOfBirth: ['CalendarDate', 'Date of birth.'],
        birthDate: ['String', 'The same as a text, YYYY-MM-DD.', undefined, insteadOfBirthDate],
        gender: ['Gender', 'Gender.'],
        weight: ['Float', 'Weight, in `weightUnit`.'],
        weightUnit: ['WeightUnit', 'Unit of `weight`. It cannot be empty.'],
        locationName: ['String', 'Name of a place, such as `Danville, CA`.'],
        locationLat: ['Float', 'Latitude in degrees.'],
        locationLng: ['Float', 'Longitude in degrees.'],
        validateOnly: ['Boolean!', 'Whether to only validate the fields and store nothing.', false],
      },
    ),
    payload: { profile: ['Profile!', 'The profile after the change.'] },
    run: async (context, { id, validateOnly, ...changes }) => ({
      profile: await updateProfile(context, await ownPart(context, 'Profile', id), changes, validateOnly),
    }),
  }),
];
