import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import type { CalendarPeriod as PeriodWord } from '../../src/domain/workouts/summary-periods.ts';
import { maxPeriods } from '../../src/domain/workouts/summary-periods.ts';
import { CalendarPeriod } from '../enums.ts';
import { CalendarDate } from '../scalars.ts';
import { Cost } from '../prices.ts';
import { counted } from '../lengths.ts';

@ObjectType({ description: 'The sums of the runs of some days.', simpleResolvers: true })
export class WorkoutPeriod {
  @Field(() => CalendarDate, { description: 'The first day.' })
  from!: string;
  @Field(() => CalendarDate, { description: 'The last day. Its runs are included.' })
  to!: string;
  @Field(() => Int, { description: 'The number of workouts.' })
  workoutCount!: number;
  @Field(() => Float, { description: 'Meters. Workouts of unknown distance count as 0.' })
  distanceInMeters!: number;
  @Field(() => Float, { description: 'Seconds without pauses, a whole number.' })
  durationInSeconds!: number;
  @Field(() => Float, { description: 'Elevation gain in meters. Workouts without points count as 0.' })
  elevationGainInMeters!: number;
}

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
export class SummaryArgs {
  @Field(() => CalendarDate, { description: "The first day, in the user's time zone." })
  from!: string;
  @Field(() => CalendarDate, {
    description: `The last day, in the user's time zone. Its runs are included. It is at most ${counted(maxPeriods)} periods after \`from\`.`,
  })
  to!: string;
  @Field(() => CalendarPeriod, { description: 'The length of the periods.' })
  by!: PeriodWord;
}
