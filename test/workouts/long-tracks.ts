import type { Statement } from '../../src/platform/database/statement.ts';
import { packTrack } from '@runners/recordings';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { TestService } from '../support/service.ts';
import { workoutBody } from '../support/workouts.ts';

/** Not declared as a statement of the service: several test files of one process use it. */
const put: Statement<unknown> = {
  name: 'test_put_track',
  text: 'update workout_track set points = $2 where workout_id = $1',
  writes: true,
  sees: [],
};

/** Records a workout whose track has so many points, a second apart; uploading them would take the tests long. */
export async function recordLong(service: TestService, person: Person, points: number): Promise<number> {
  const two = [0, 1].map((i) => ({ lat: 47 + i / 1000, lng: 8.5, time: `2024-03-01T07:00:0${i}Z` }));
  const { id } = (await as(person).post('/workout/', workoutBody({ points: two }))).json<{ id: number }>();
  const track = {
    latitudeE7: Int32Array.from({ length: points }, (_, i) => 470_000_000 + i),
    longitudeE7: new Int32Array(points).fill(85_000_000),
    elevation: new Float64Array(points).fill(408.5),
    time: Float64Array.from({ length: points }, (_, i) => Date.UTC(2024, 2, 1) + i * 1000),
    segmentStarts: [0],
  };
  await service.database.all(put, [id, packTrack(track)]);
  return id;
}
