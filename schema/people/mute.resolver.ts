import { Arg, Args, Ctx, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { countMutedPeople, listMutedPeople } from '../../src/domain/people/list-muted-people.ts';
import { mutePerson, unmutePerson } from '../../src/domain/people/mute-person.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { MutePersonInput, UnmutePersonInput } from './mute.input.ts';
import { UserConnection } from './user-connection.type.ts';
import { OtherUserPayload, withViewer } from './viewer.payloads.ts';
import { RootField } from '../root-field.ts';

@ObjectType({ description: 'Result of `mutePerson` and `unmutePerson`.', simpleResolvers: true })
class MutePayload extends OtherUserPayload {}

@Resolver()
export class MuteResolver {
  @Query(() => UserConnection, {
    nullable: true,
    description: 'The users whom you have muted, with the newest account first.',
  })
  @RootField({ scope: 'PEOPLE_READ' })
  mutedPeople(@Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return newestFirst(
      page,
      (request) => listMutedPeople(context, request),
      () => countMutedPeople(context),
    );
  }

  @Mutation(() => MutePayload, {
    nullable: true,
    description:
      'Mutes a user, who is not informed. Posts of the user no longer appear in your feeds, comments of the user no longer appear in lists, messages of the user do not count as unread, and subscriptions do not deliver them. You can still find the user and open the profile, the comments and the messages.',
  })
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  async mutePerson(
    @Arg('input', () => MutePersonInput) input: MutePersonInput,
    @Ctx() context: Context,
  ): Promise<MutePayload> {
    return withViewer(context, { user: await mutePerson(context, databaseIdOf('User', input.userId, 'userId')) });
  }

  @Mutation(() => MutePayload, { nullable: true, description: 'Ends muting a user.' })
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  async unmutePerson(
    @Arg('input', () => UnmutePersonInput) input: UnmutePersonInput,
    @Ctx() context: Context,
  ): Promise<MutePayload> {
    const id = databaseIdOf('User', input.userId, 'userId');
    return withViewer(context, { user: (await unmutePerson(context, id)) ?? { id } });
  }
}
