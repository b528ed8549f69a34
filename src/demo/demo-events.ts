import { promisesLoader } from '../domain/events/event.loaders.ts';
import type { Context } from '../domain/context.ts';
import { acceptSponsor } from '../domain/events/accept-sponsor.ts';
import { createEvent } from '../domain/events/create-event.ts';
import { joinEvent } from '../domain/events/join-event.ts';
import { sponsorParticipant } from '../domain/events/sponsor-participant.ts';

/** The roles in the demo event, each as the context of a signed-in user. */
export interface DemoEventCast {
  /** The creator of the event, a staff account. */
  staff: Context;
  /** The participants, in the order in which they join. The first one has a goal, a text and the sponsor. */
  runners: readonly Context[];
  sponsor: Context;
}

const goals = [60, 40, 100, 25];

/**
 * Demo data: a charity event that takes place now, its participants and a sponsor, created through the operations that
 * apps use, in the transaction of the contexts. Returns the ids of event and participants.
 */
export async function seedDemoEvent(
  { staff, runners, sponsor }: DemoEventCast,
  now: Date,
): Promise<{ eventId: number; participantIds: number[] }> {
  const { id: eventId } = await createEvent(staff, {
    name: 'Miles for Clean Water',
    eventLogo: '',
    homeUrl: 'https://example.org/miles-for-clean-water',
    infoUrl: 'https://example.org/miles-for-clean-water/about',
    startDate: day(now, -14),
    endDate: day(now, 16),
    amountPerMile: 0.25,
  });
  const participantIds: number[] = [];
  for (const [i, runner] of runners.entries()) {
    const first = i === 0 ? { description: 'Every mile brings somebody closer to clean water. Cheer me on!' } : {};
    const { id } = await joinEvent(runner, eventId, { ...first, userGoalInMiles: goals[i % goals.length] ?? null });
    participantIds.push(id);
  }
  const [first] = participantIds;
  const [runner] = runners;
  if (first !== undefined && runner) {
    await sponsorParticipant(sponsor, first, { amountPerMile: 0.5, name: 'Riverside Running Store' });
    const promise = await sponsor.loader(promisesLoader).load(first);
    if (promise) await acceptSponsor(runner, promise.id);
  }
  return { eventId, participantIds };
}

/** Midnight, some days from now. */
function day(now: Date, days: number): string {
  return `${new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
}
