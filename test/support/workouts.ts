import type { Mapping } from './client.ts';
import { as } from './cast.ts';
import type { Person } from './cast.ts';

let minutes = 0;

/** The JSON body of a workout that is no duplicate of another of this file. */
export function workoutBody(changes: Mapping = {}): Mapping {
  minutes += 1;
  return {
    run_date: new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString(),
    title: 'Along the river',
    run_type: 'Endurance',
    duration_in_seconds: 1800,
    distance_in_meters: 5000,
    ...changes,
  };
}

/** The ids of a workout and its post. */
export interface Recorded {
  workout: number;
  post: number;
}

/** Records a workout the ordinary way. */
export async function record(person: Person, changes: Mapping = {}): Promise<Recorded> {
  const answer = await as(person).post('/workout/', workoutBody(changes));
  if (answer.status !== 201) throw new Error(`the workout was refused: ${answer.status} ${answer.text}`);
  const { id, post } = answer.json<{ id: number; post: string }>();
  return { workout: id, post: Number(/(\d+)\/$/.exec(post)?.[1]) };
}
