/** The time in which a bundle is read grows no faster than its length. */
import { checkRecord } from '../bundle/check-record.ts';
import { describeReaders } from '../../../test/readers/describe-readers.ts';

describeReaders(
  ['tools/take-over'],
  {
    'a record of a bundle': {
      of: [],
      read: (text) => [
        checkRecord('users', {
          username: text,
          email: text,
          password: text,
          profile: { weight: text, birth_date: text },
        }),
        checkRecord('workouts', {
          user: text,
          run_date: text,
          run_type: text,
          points: [[text, text, text, text]],
          gpx: text,
        }),
        checkRecord('events', { start_date: text, amount_per_mile: text }),
      ],
      around: [
        ['', ''],
        ['a@', ''],
        ['/api/v1/user/', ''],
        ['1', ''],
        ['2014-05-06T06:30:00.', 'Z'],
      ],
    },
  },
  { 'tools/take-over/extract/read-queries.ts#readQueries': 'files of the operator, who writes the SELECTs' },
);
