import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { summarizeWorkouts } from '../../src/domain/workouts/summarize-workouts.ts';
import { countPeriods } from '../../src/domain/workouts/summary-periods.ts';
import { User } from '../people/user.type.ts';
import { byArguments } from '@runners/graphql';
import { Cost, price } from '../prices.ts';
import { SummaryArgs, WorkoutSummary } from './summary.type.ts';
import { Scope } from '../scope.ts';

/** The training log of a user in sums. */
@Resolver(() => User)
export class SummaryResolver {
  @FieldResolver(() => WorkoutSummary, {
    description:
      "Distance, time, climb and number of the user's workouts that you may see, for each day, week, month or year. A run counts on the day on which it began in the user's time zone.",
  })
  // All periods are in the answer, and each has what is selected of them.
  @Cost(price('summary', 20), {
    size: byArguments(['from', 'to', 'by'], ({ by, ...days }) => countPeriods(days, by)),
    form: 'one',
  })
  @Scope('WORKOUTS_READ')
  summary(
    @Root() { id }: { id: number },
    @Args() { by, ...days }: SummaryArgs,
    @Ctx() context: Context,
  ): Promise<WorkoutSummary> {
    return summarizeWorkouts(context, id, days, by);
  }
}
