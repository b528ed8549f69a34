import { statement } from '../platform/database/statement.ts';

/** A page as it is stored. */
export interface PageRow {
  /** `YYYY-MM-DD`. */
  day: string;
  hour: number | null;
  content: Buffer;
}

/** The days for which calls are kept, including today. */
export const keptDays = 90;

const ofNobody = { all: 'counts calls by the names of clients, and names nobody' };

/** `$1` is the id of the process, `$2` the number of the page, `$3` its day, `$4` its hour and `$5` its content. */
export const writePage = statement.write(
  'usage_write_page',
  `with writer as (
     insert into usage_writer as w (id, pages) values ($1::uuid, $2::int)
     on conflict (id) do update set pages = excluded.pages, written_date = now() where w.pages < excluded.pages
     returning id
   ) insert into usage_page (day, hour, content) select $3::date, $4::smallint, $5::bytea from writer`,
);

/** `$1` is the first day, and the result all pages since, as they are at one moment. */
export const pagesSince = statement.read<PageRow>(
  'usage_pages',
  `select day::text as day, hour, content from usage_page where day >= $1::date order by day, id`,
  ofNobody,
);

/** `$1` is the number of pages of hours from which on a day is put together. */
export const daysInHours = statement.read<{ day: string }>(
  'usage_days_in_hours',
  `select day::text as day from usage_page where hour is not null group by day having count(*) >= $1 order by day`,
  ofNobody,
);

/** Two processes do not put a day together at the same time. */
export const lockDays = statement.write(
  'usage_lock_days',
  `select pg_advisory_xact_lock(hashtext('usage_page'))::text`,
);

/** `$1` is the day. A thousand pages are taken at a time. */
export const takeDay = statement.write<PageRow>(
  'usage_take_day',
  `delete from usage_page where id in (
     select id from usage_page where day = $1::date order by hour nulls first, id limit 1000
   ) returning day::text as day, hour, content`,
);

/** `$1` is the day and `$2` its content. */
export const writeDay = statement.write(
  'usage_write_day',
  `insert into usage_page (day, hour, content) values ($1::date, null, $2::bytea)`,
);

/** `$1` is the first day that is kept. */
export const sweepPages = statement.write('usage_sweep_pages', `delete from usage_page where day < $1::date`);

export const sweepWriters = statement.write(
  'usage_sweep_writers',
  `delete from usage_writer where written_date < now() - interval '7 days'`,
);

export const pauseState = statement.read<{ since: string }>(
  'retirement_pause_state',
  `select to_char(since_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since from retirement_pause`,
  { all: 'says nothing of anybody' },
);

export const beginPause = statement.write(
  'retirement_pause_begin',
  `insert into retirement_pause (id) values (1) on conflict do nothing`,
);

export const endPause = statement.write('retirement_pause_end', `delete from retirement_pause`);
