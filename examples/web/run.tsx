import { useQuery } from '@apollo/client/react';
import { run } from './documents.ts';
import type { RunQuery } from './gql/graphql.ts';
import { nameOf, Portrait } from './person.tsx';
import { Profile } from './profile.tsx';
import { Screen } from './screen.tsx';
import { SplitTable } from './split-table.tsx';
import { TrackMap } from './track-map.tsx';
import { Trouble } from './trouble.tsx';
import { clock, useFormat, when } from './units.ts';

type Workout = NonNullable<RunQuery['workout']>;

/** A run with its map and splits. With `errorPolicy`, a run whose points are too many for one answer is shown without them. */
export function Run({ id }: { id: string }) {
  const { data, error, loading, refetch } = useQuery(run, { variables: { id }, errorPolicy: 'all' });
  const workout = data?.workout;
  if (workout) return <Found workout={workout} />;
  return (
    <Screen title="Run">
      {loading && <p className="wait">Loading …</p>}
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {!loading && !error && <p>There is no such run, or you may not see it.</p>}
    </Screen>
  );
}

function Found({ workout }: { workout: Workout }) {
  const format = useFormat();
  const { title, user, runDate, runType, polyline, track, distanceInMeters, durationInSeconds } = workout;
  const figures = [
    ['Distance', format.distance(distanceInMeters)],
    ['Time', clock(durationInSeconds)],
    ['Pace', format.pace(durationInSeconds, distanceInMeters)],
    ['Climb', format.elevation(workout.elevationGainInMeters)],
  ];
  const marks = distanceInMeters === null ? {} : { marks: { length: distanceInMeters, every: format.splitMeters } };
  return (
    <Screen title={title} wide>
      <p className="byline">
        <Portrait person={user} />
        <span>
          <strong>{nameOf(user)}</strong>
          <time dateTime={runDate}>{when(runDate)}</time>
        </span>
        <span className="kind">{runType.toLowerCase()}</span>
      </p>
      {workout.postBody && <p>{workout.postBody}</p>}
      <dl className="totals card">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="run">
        <div>
          {polyline ? (
            <TrackMap polyline={polyline} label={`Map of ${title}`} {...marks} />
          ) : (
            <p>This run was entered without a recording, so it has neither a map nor splits.</p>
          )}
          {track && distanceInMeters !== null && <Profile points={track} length={distanceInMeters} />}
        </div>
        {track && distanceInMeters !== null && <SplitTable points={track} length={distanceInMeters} />}
      </div>
    </Screen>
  );
}
