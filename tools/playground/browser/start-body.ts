import type { Ids } from './rest-request.ts';
import type { FormField, RowForm } from './row-form.ts';

/** The demo account. */
export interface Account {
  email: string;
  password: string;
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19);

/** Bodies that cannot be guessed from the types of their fields. */
const bodies: Readonly<Record<string, (ids: Ids, account: Account) => unknown>> = {
  'POST /account/login/': (_ids, account) => account,
  'POST /account/register/': () => ({
    first_name: 'Sam',
    last_name: 'Example',
    email: `sam-${Date.now()}@example.com`,
    password: 'choose-a-password',
  }),
  'POST /account/forgot_password': (_ids, { email }) => ({ email }),
  'POST /workout/ (JSON)': () => ({
    title: 'Around the lake',
    run_date: ago(40),
    run_type: 'Endurance',
    distance_in_meters: 5200,
    duration_in_seconds: 1800,
  }),
  'POST /conversation/': ({ friend }) => ({ message: 'See you on Sunday?', recipients: [friend] }),
  'POST /friendship/request/': ({ stranger }) => ({ user_id: stranger }),
  'POST /friendship/accept/': ({ request }) => ({ friendship_id: request }),
};

const words: Readonly<Record<string, string>> = {
  comment: 'Well run!',
  message: 'See you on Sunday?',
  first_name: 'Robin',
  last_name: 'Hale',
};

/** The body with which the form of a row begins: the required fields, or else the first one. */
export function startBody(row: RowForm, ids: Ids, account: Account): string {
  const made = bodies[row.label]?.(ids, account) ?? guessedBody(row, ids);
  return JSON.stringify(made, null, 2);
}

function guessedBody(row: RowForm, ids: Ids): Record<string, unknown> {
  const fields = row.fields.filter((field) => field.in === 'body');
  const required = fields.filter((field) => field.required);
  const chosen = required.length > 0 ? required : fields.slice(0, 1);
  return Object.fromEntries(chosen.map((field) => [field.name, bodyValue(field, ids)]));
}

function bodyValue(field: FormField, ids: Ids): unknown {
  const id = field.idOf === null ? undefined : (ids[field.idOf] ?? 1);
  if (field.type.startsWith('list of')) return id === undefined ? [] : [id];
  if (id !== undefined) return id;
  if (field.values[0] !== undefined) return field.values[0];
  if (field.type === 'boolean') return true;
  if (field.type === 'date') return '1990-05-14';
  if (field.type === 'timestamp' || field.type === 'local time') return ago(40);
  if (['integer', 'float', 'decimal'].includes(field.type)) return 5;
  if (field.name.includes('email')) return 'somebody@example.com';
  return words[field.name] ?? 'text';
}
