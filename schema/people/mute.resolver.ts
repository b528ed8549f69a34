import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { countMutedPeople, listMutedPeople } from '../../src/domain/people/list-muted-people.ts';
import { mutePerson, unmutePerson } from '../../src/domain/people/mute-person.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { MutePersonInput, UnmutePersonInput } from './mute.input.ts';
import { MutePayload } from './mute.payloads.ts';
import { UserConnection } from './user-connection.type.ts';

@Resolver()
export class MuteResolver {
  @Query(() => UserConnection, { description: 'The users whom you have muted, newest account first.' })
  mutedPeople(@Args() page: ForwardPage, @Ctx() context: Context): Promise<UserConnection> {
    return newestFirst(
      page,
      (asked) => listMutedPeople(context, asked),
      () => countMutedPeople(context),
    );
  }

  @Mutation(() => MutePayload, {
    description:
      'Mutes a user, who does not learn of it: their posts are not in your feeds, their comments not in your lists, their messages do not count as unread, and subscriptions do not tell you of them. You still find them and what they write by looking for it.',
  })
  async mutePerson(
    @Arg('input', () => MutePersonInput) input: MutePersonInput,
    @Ctx() context: Context,
  ): Promise<MutePayload> {
    return { user: await mutePerson(context, databaseIdOf('User', input.userId, 'userId')) };
  }

  @Mutation(() => MutePayload, { description: 'Ends muting a user.' })
  async unmutePerson(
    @Arg('input', () => UnmutePersonInput) input: UnmutePersonInput,
    @Ctx() context: Context,
  ): Promise<MutePayload> {
    const id = databaseIdOf('User', input.userId, 'userId');
    return { user: (await unmutePerson(context, id)) ?? { id } };
  }
}
