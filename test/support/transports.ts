import { as } from './cast.ts';
import type { Person } from './cast.ts';
import { TestSocket } from './live.ts';

/** The members of a request. */
export type Sent = Record<string, unknown>;
/** The answer to a request, with its first error. */
type Said = { status: number; data: unknown; code: unknown; message: unknown };

const said = (status: number, { data = null, errors = [] }: { data?: unknown; errors?: Sent[] }): Said => ({
  status,
  data,
  code: (errors[0]?.['extensions'] as Sent | undefined)?.['code'],
  message: errors[0]?.['message'],
});

/** Sends a request over one of the transports. */
export async function over(way: string, person: Person, sent: Sent): Promise<Said> {
  if (way === 'socket') {
    const socket = await new TestSocket(person.url).init({ authorization: person.authorization });
    socket.raw.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '', ...sent } }));
    const messages = await socket.messages.until((all) => all.some(({ id }) => id === '1'));
    socket.raw.close();
    const { type, payload } = messages.find(({ id }) => id === '1') as { type: string; payload: unknown };
    return said(200, type === 'error' ? { errors: payload as Sent[] } : (payload as Sent));
  }
  const search = new URLSearchParams(
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  );
  const isGet = way === 'GET' || way === 'stream GET';
  const isStream = way.startsWith('stream');
  const answer = await as(person).sendTo(
    way === 'QUERY' ? 'QUERY' : isGet ? 'GET' : 'POST',
    `/graphql${isStream ? '/stream' : ''}${isGet ? `?${search}` : ''}`,
    {
      headers: {
        Accept: isStream ? 'text/event-stream' : 'application/json',
        ...(isGet ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(isGet ? {} : { body: JSON.stringify(sent) }),
    },
  );
  const events = /^data: (.+)$/m.exec(answer.text)?.[1];
  return said(answer.status, JSON.parse(events ?? (answer.text || '{}')) as object);
}

/** The transports of GraphQL. */
export const ways = ['POST', 'GET', 'QUERY', 'socket', 'stream POST', 'stream GET'];
