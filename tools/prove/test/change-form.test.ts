/** The form of a change: there are few of them, so that a report stays short, and a new fault at a known field is a new line. */
import { expect, test } from '@jest/globals';
import { formOfChange } from '../report/change-form.ts';

const text = (value: string) => `text ${JSON.stringify(value)}`;

test.each<[recorded: string, answered: string, form: string]>([
  [text('5000.00'), text('5000.0'), 'a decimal with 2 places → a decimal with 1 places'],
  [text('5000.00'), text('5000.01'), 'a decimal with 2 places: rounded'],
  [text('5.00'), text('8.05'), 'a decimal with 2 places: more'],
  ['integer "3"', 'integer "4"', 'integer: one more'],
  ['integer "3"', 'integer "30"', 'integer: 10 times'],
  ['integer "3"', 'text "3"', 'integer → digits'],
  ['boolean "true"', 'boolean "false"', 'true → false'],
  ['null', text(''), 'null → an empty text'],
  ['nothing', 'a list of 3', 'nothing → a list'],
  [text('Tempo'), text('TEMPO'), 'a text: another case'],
  [text('Tempo '), text('Tempo'), 'a text: other white space'],
  [text('Tempo run'), text('Tem'), 'a text: cut off'],
  [text('Tempo'), text('Slow'), 'a text: another one'],
  [
    text('2024-05-01T07:30:00.000000'),
    text('2024-05-01T07:30:00.000000Z'),
    'the form 0000-00-00T00:00:00.000000 → the form 0000-00-00T00:00:00.000000Z',
  ],
  [text('2024-05-01T07:30:00'), text('2024-05-01T09:30:00'), 'the form 0000-00-00T00:00:00: 2 hours'],
  [text('/api/v1/user/5/'), text('/api/v1/stat/5/'), 'the path /api/vN/user/N/ → the path /api/vN/stat/N/'],
  ['200', '404', '200 → 404'],
])('%s, %s', (recorded, answered, form) => {
  expect(formOfChange(recorded, answered)).toBe(form);
});
