import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { EventParticipant } from './participant.type.ts';
import { EventSponsor } from './sponsor.type.ts';

@Resolver(() => EventSponsor)
export class EventSponsorResolver implements Resolves<EventSponsor, RowOf<'EventSponsor'>> {
  @FieldResolver(() => EventParticipant)
  participant(@Root() { participantId }: Ref<'EventSponsor'>): Ref<'EventParticipant'> {
    return { id: participantId };
  }
}
