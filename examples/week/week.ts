import { parseArgs } from 'node:util';
import { request } from '../clients/request.ts';
import { graphql } from './gql/gql.ts';
import type { WeekQuery } from './gql/graphql.ts';

/** Prints what the owner of a key has run on each of the last seven days: `npm run example:week -- --key=<key>`. */
const runner = graphql(`
  query Runner {
    me {
      firstName
      preferences {
        distance
        timezone
      }
    }
  }
`);

const week = graphql(`
  query Week($from: Date!, $to: Date!) {
    me {
      summary(from: $from, to: $to, by: DAY) {
        periods {
          ...Period
        }
        total {
          ...Period
        }
      }
    }
  }

  fragment Period on WorkoutPeriod {
    from
    distanceInMeters
    durationInSeconds
    workoutCount
  }
`);

type Period = NonNullable<WeekQuery['me']>['summary']['total'];

const { key, url } = parseArgs({
  options: {
    key: { type: 'string' },
    url: { type: 'string', default: process.env['SERVICE_URL'] ?? 'http://127.0.0.1:4000' },
  },
}).values;

const { me } = await request(url, key, runner, {});
if (!me) throw new Error('This key does not belong to anybody.');
const { distance, timezone } = me.preferences ?? { distance: 'KILOMETERS', timezone: 'UTC' };
const [meters, unit] = distance === 'MILES' ? [1609.344, 'mi'] : [1000, 'km'];

// Days count in the time zone of the runner.
const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format();
const from = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10);
const { me: owner } = await request(url, key, week, { from, to: today });
const { periods = [], total } = owner?.summary ?? {};

const longest = Math.max(1, ...periods.map(({ distanceInMeters }) => distanceInMeters));
const lineOf = (name: string, { distanceInMeters, durationInSeconds }: Period): string => {
  const minutes = Math.round(durationInSeconds / 60);
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
  return `${name.padEnd(12)}${(distanceInMeters / meters).toFixed(1).padStart(6)} ${unit}${time.padStart(9)}`;
};
const lines = periods.map((day) => {
  const bar = '▇'.repeat(Math.round((day.distanceInMeters / longest) * 24));
  return `${lineOf(day.from, day)}  ${bar}`.trimEnd();
});
if (total) lines.push(lineOf(`${total.workoutCount} runs`, total));
process.stdout.write(`The last seven days of ${me.firstName}\n\n${lines.join('\n')}\n`);
