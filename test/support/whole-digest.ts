import type { TestService } from './service.ts';

/**
 * Tables that the service writes after an answer: the positions of live events (docs/requests.md#one-subscription), and the counts of
 * calls (docs/retiring.md).
 */
export const writtenLater: ReadonlySet<string> = new Set(['live_log', 'live_day', 'usage_count', 'usage_share']);

/** What all rows of a table hold, besides what the service writes of its own accord after an answer. */
function contentOf(name: string): string {
  if (writtenLater.has(name)) return "select '' as d";
  const rows = name === 'live_event' ? '' : ", md5(string_agg(md5(t::text), '' order by md5(t::text)))";
  return `select concat_ws(' ', '${name}', count(*)${rows}) as d from "${name}" t`;
}

/**
 * What all tables hold, as a text that shows which table has changed. A second reading is free as long as no transaction has
 * written anything since the first.
 */
export async function digestOf(service: TestService): Promise<() => Promise<string>> {
  const tables = await service.sql(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  );
  const each = tables.map(({ name }) => contentOf(String(name)));
  let seen = { xid: '', digest: '' };
  return async () => {
    const [now] = await service.sql('select pg_snapshot_xmax(pg_current_snapshot())::text as xid');
    const xid = String(now?.['xid']);
    if (xid === seen.xid) return seen.digest;
    const rows = await service.sql(each.join(' union all '));
    seen = { xid, digest: rows.map(({ d }) => String(d)).join('\n') };
    return seen.digest;
  };
}
