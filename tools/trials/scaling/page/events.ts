import type { Point } from '../results.ts';
import type { Drawing } from './drawing.ts';
import { figure, numberOf, origins, pointsOf, size, table } from './section.ts';
import type { Section } from './section.ts';

const daySeconds = 86_400;
/** For how long the service keeps events by default. */
const defaultDays = 7;

/** Events at a fixed rate, and the size of their log. */
export function eventsSection(): Section {
  const points = pointsOf('events');
  const whole = points.find((point) => 'sent' in point) as Point;
  const slices = points.filter((point) => 'second' in point);
  const of = (name: string) => numberOf(whole, name);
  const largest = slices.reduce((most, one) => (numberOf(one, 'logEvents') > numberOf(most, 'logEvents') ? one : most));
  const loggedPerSecond = of('logged') / of('seconds');
  const kept = Math.round(loggedPerSecond) * daySeconds * defaultDays;
  const bytes = (numberOf(largest, 'logMB') * 2 ** 20) / Math.max(1, numberOf(largest, 'logEvents'));
  const marks = (title: string, series: Readonly<Record<string, string>>) =>
    Object.entries(series).flatMap(([name, label]) =>
      slices
        .filter((slice) => typeof slice[name] === 'number' && slice[name] > 0)
        .map((slice) => ({
          x: numberOf(slice, 'second'),
          y: numberOf(slice, name),
          series: label,
          panel: title,
          isReckoned: false,
        })),
    );
  const lags: Drawing = {
    title: 'Time from the request with a message to its delivery',
    x: { label: 'seconds', isLinear: true },
    y: { label: 'ms' },
    marks: marks('Time to delivery', { p50: 'p50', p99: 'p99' }),
  };
  const log: Drawing = {
    title: 'Size of the log of live events',
    x: { label: 'seconds', isLinear: true },
    y: { label: 'MB', isLinear: true },
    marks: marks('Size of the log', { logMB: 'MB' }),
  };
  const text = `Messages at a fixed rate over REST to two processes, in ${size(of('subscriptions'))} conversations whose other participant subscribes at the other process, for
${size(of('seconds'))} s. Meanwhile, events older than ${size(of('retention'))} s are deleted every ${figure(of('retention') / 5)} s, so that as many are deleted as are added. The time to
delivery begins with the request and so contains the write. When ${size(2000)} requests wait for their answers, further ones are left out.

${table([
  [
    'Messages/s',
    'Events/s',
    'Sent',
    'Left out',
    'Refused',
    'Delivered',
    'p50 ms',
    'p99 ms',
    'Longest ms',
    'Largest log, events',
    'MB',
  ],
  [
    size(of('rate')),
    size(Math.round(loggedPerSecond)),
    ...['sent', 'omitted', 'refused', 'delivered'].map((name) => size(of(name))),
    ...['p50', 'p99', 'max'].map((name) => (whole[name] === null ? '–' : figure(of(name)))),
    size(numberOf(largest, 'logEvents')),
    figure(numberOf(largest, 'logMB')),
  ],
])}

![Time to delivery](images/scaling/events-lag.svg)
![Size of the log](images/scaling/events-log.svg)

With the default of ${defaultDays} days, the log of ${size(Math.round(loggedPerSecond))} events a second has ${size(kept)} events and ${figure((kept * bytes) / 1e9)} GB (reckoned, at ${figure(bytes)} bytes for each event with its indexes).

${origins('events')}`;
  return { heading: 'Events', text, drawings: { 'events-lag': lags, 'events-log': log } };
}
