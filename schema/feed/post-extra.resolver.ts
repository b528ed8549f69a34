import { Ctx, FieldResolver, Float, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { participantUrl } from '../../src/domain/events/participant-url.ts';
import type { EventExtra, SponsorExtra } from '../../src/domain/events/announce.ts';
import { EventParticipant } from '../events/participant.type.ts';
import { loadRow } from '../rows.ts';
import type { Ref, Resolves } from '../rows.ts';
import { EventParticipantGotSponsor, EventPostExtra } from './post-extra.type.ts';

@Resolver(() => EventParticipantGotSponsor)
export class EventParticipantGotSponsorResolver implements Pick<
  Resolves<EventParticipantGotSponsor, SponsorExtra>,
  'promisedPerMile'
> {
  @FieldResolver(() => Float)
  promisedPerMile(@Root() { amountPerMile }: SponsorExtra): number {
    return Number(amountPerMile);
  }
}

@Resolver(() => EventPostExtra)
export class EventPostExtraResolver implements Resolves<EventPostExtra, EventExtra> {
  @FieldResolver(() => String)
  participantPageUrl(@Root() { participantId }: EventExtra, @Ctx() context: Context): string {
    return participantId === null ? '' : participantUrl(context, participantId);
  }

  @FieldResolver(() => EventParticipant)
  async participant(
    @Root() { participantId }: EventExtra,
    @Ctx() context: Context,
  ): Promise<Ref<'EventParticipant'> | null> {
    return participantId === null ? null : loadRow(context, 'EventParticipant', participantId);
  }
}
