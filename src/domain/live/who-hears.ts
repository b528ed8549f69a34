import type { Hearing } from '@runners/live-log';
import type { Database } from '../../platform/database/database.ts';
import type { Queries, SqlValue } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import { announcedChannels } from './announced-channels.ts';
import type { LogEvent } from './event-log.ts';
import { rulesFor, rulesOf } from './interests/index.ts';
import type { Happened } from './interests/index.ts';
import type { Who } from './interests/interest.ts';
import { withOtherFriends } from './refresh-friends.ts';

/** Who hears what, by the rules of the interests. */
export function hearingOf(database: Database): Hearing<LogEvent, Who, Happened> {
  return {
    async whoHears(audience, events) {
      if (audience.only) return rulesOf(audience.only.who.interest).deliver(database, audience, events);
      const concerned = rulesFor(events[0].kind);
      const shared = concerned.length > 1 || events.length > 1 ? onceEach(database) : database;
      return (await Promise.all(concerned.map((rules) => rules.deliver(shared, audience, events)))).flat();
    },
    whoMoves: withOtherFriends,
    channelsOf: (events) => announcedChannels(database, events),
  };
}

/**
 * Runs each statement once for the same values, so that the interests and the events that concern the same subject share
 * what they load.
 */
function onceEach(queries: Queries): Queries {
  const known = new Map<string, Promise<unknown[]>>();
  return {
    one: (statement, values) => queries.one(statement, values),
    all<Row>(statement: Statement<Row>, values: readonly SqlValue[]) {
      const key = `${statement.name} ${JSON.stringify(values)}`;
      const rows = (known.get(key) as Promise<Row[]> | undefined) ?? queries.all(statement, values);
      known.set(key, rows);
      return rows;
    },
  };
}
