import { usersLoader } from '../../src/domain/people/person.loaders.ts';
import { Args, Ctx, FieldResolver, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { mostChanged } from '../../src/domain/live/read-changes.ts';
import { globalId } from '../global-id.ts';
import { User } from '../people/user.type.ts';
import type { Ref, Resolves } from '../rows.ts';
import { changeValue } from './change-values.ts';
import type { Event, UserChange } from './change-values.ts';
import { ChangesArgs, LiveArgs } from './live.input.ts';
import { ChangePage, UserChanged } from './live.payloads.ts';
import { subscriptionTo } from './subscription-to.ts';
import { RootField } from '../root-field.ts';
import { notified } from '../scope.ts';

@Resolver()
export class ChangesResolver {
  @Query(() => ChangePage, {
    nullable: true,
    description: `What has changed since a cursor of what you can hold: the posts of your friends feed, your conversations and their messages, your friendships and notifications, and the accounts of you and your friends. A page has up to ${mostChanged} objects, and more where a block or mute changes them; each object has its present state, as you may see it.`,
  })
  // A whole page would refuse documents that are in use. It is charged as it is.
  @RootField({ scope: notified, onPrimary: true, extent: { size: mostChanged / 2, form: 'page' } })
  async changes(@Args() { after }: ChangesArgs, @Ctx() context: Context): Promise<ChangePage> {
    const { cursor, changed, hasMore, cursorOf } = await context.live.changes(viewerOf(context), after ?? null);
    const changes = changed.changes.map(([seq, change]) => changeValue(cursorOf(seq), change));
    return { cursor, changes, hasMore, reset: changed.reset };
  }

  @Subscription(() => ChangePage, {
    name: 'changes',
    description:
      'Everything that the query `changes` returns, as it happens: it goes on after the same cursor. What you missed is delivered first, many changes at a time.',
    subscribe: subscriptionTo(() => ({ kind: 'changes' })),
  })
  // Most events have one change. A page of what was missed is charged as it is.
  @RootField({ scope: notified, extent: { size: 10, form: 'page' } })
  changesAsTheyHappen(@Root() { cursor, happened }: Event<'changed'>, @Args() _args: LiveArgs): ChangePage {
    const changes = happened.changes.map(([, change]) => changeValue(cursor, change));
    return { cursor, changes, hasMore: false, reset: happened.reset };
  }
}

@Resolver(() => UserChanged)
export class UserChangedResolver implements Resolves<UserChanged, UserChange> {
  @FieldResolver(() => String)
  userId(@Root() { id }: UserChange): string {
    return globalId('User', id);
  }

  @FieldResolver(() => User)
  user(@Root() { id }: UserChange, @Ctx() context: Context): Promise<Ref<'User'> | null> {
    return context.loader(usersLoader).load(id);
  }
}
