import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { participantUrl } from '../../src/domain/events/participant-url.ts';
import { EventPostExtra } from './post-extra.type.ts';

@Resolver(() => EventPostExtra)
export class EventPostExtraResolver {
  @FieldResolver(() => String)
  participantPageUrl(@Root() { participantId }: { participantId: number }, @Ctx() context: Context): string {
    return participantUrl(context, participantId);
  }
}
