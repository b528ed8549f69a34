import { ArgsType, Field, ObjectType } from 'type-graphql';
import { maxPeriods } from '../../src/domain/workouts/summary-periods.ts';
import { Cost } from '../prices.ts';
import { counted } from '../lengths.ts';
import { inputFields, outputFields } from '../fields.ts';

@ObjectType({ description: 'The sums of the runs of some days.' })
export class WorkoutPeriod extends outputFields({
  from: ['CalendarDate!', 'The first day.'],
  to: ['CalendarDate!', 'The last day. Its runs are included.'],
  workoutCount: ['Int!', 'The number of workouts.'],
  distanceInMeters: ['Float!', 'Meters. Workouts of unknown distance count as 0.'],
  durationInSeconds: ['Float!', 'Seconds without pauses, a whole number.'],
  elevationGainInMeters: ['Float!', 'Elevation gain in meters. Workouts without points count as 0.'],
}) {}

@ObjectType({ description: 'Sums of the workouts of a user that you may see.', simpleResolvers: true })
export class WorkoutSummary {
  @Field(() => WorkoutPeriod, { description: 'All days together.' })
  total!: WorkoutPeriod;
  // The summary has the number of its periods as its size.
  @Cost(1, { size: 1, form: 'one' })
  @Field(() => [WorkoutPeriod], {
    description:
      'Every period, oldest first, also those without a workout. The first and the last one are cut to the days that were asked for, so that the periods add up to the total.',
  })
  periods!: WorkoutPeriod[];
}

@ArgsType()
export class SummaryArgs extends inputFields({
  from: ['CalendarDate!', "The first day, in the user's time zone."],
  to: [
    'CalendarDate!',
    `The last day, in the user's time zone. Its runs are included. It is at most ${counted(maxPeriods)} periods after \`from\`.`,
  ],
  by: ['CalendarPeriod!', 'The length of the periods.'],
}) {}
