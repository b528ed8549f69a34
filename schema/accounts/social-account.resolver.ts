import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { disconnectSocialAccount, listSocialAccounts } from '../../src/domain/accounts/social-accounts.ts';
import type { Context } from '../../src/domain/context.ts';
import { DisconnectSocialAccountInput } from './account.input.ts';
import { DonePayload, SocialAccount } from './account.type.ts';
import { RootField } from '../root-field.ts';

@Resolver()
export class SocialAccountResolver {
  @Query(() => [SocialAccount], {
    nullable: true,
    description: 'The social networks with which you can sign in, oldest first.',
  })
  @RootField({ scope: 'ACCOUNTS_READ' })
  socialAccounts(@Ctx() context: Context): Promise<SocialAccount[]> {
    return listSocialAccounts(context);
  }

  @Mutation(() => DonePayload, {
    nullable: true,
    description:
      'Disconnects a social network, with which you no longer sign in to your account. Your API keys remain. It is refused if you could not sign in any more.',
  })
  @RootField({ scope: 'ACCOUNTS_WRITE', codes: ['NOT_FOUND'] })
  async disconnectSocialAccount(
    @Arg('input', () => DisconnectSocialAccountInput) { network }: DisconnectSocialAccountInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await disconnectSocialAccount(context, network);
    return { done: true };
  }
}
