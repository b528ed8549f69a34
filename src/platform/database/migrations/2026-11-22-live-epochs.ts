import { Migration } from '@mikro-orm/migrations';

export class LiveEpochs extends Migration {
  override up(): void {
    this.addSql(
      `create table "live_epoch" ("epoch" uuid not null, "last_seq" bigint not null, "ended_date" timestamptz(6) not null default now(), primary key ("epoch"))`,
    );
    this.addSql(`alter table "live_log" add "origin" varchar(40) null`);
    // Returns the epoch of the log. It begins another one when the server that assigns positions is another one than before, or
    // goes on from an earlier point of its history: a restore and a failover change its timeline (decisions D425).
    this.addSql(`create function live_log_epoch() returns uuid language plpgsql as $$
      declare
        here text := (select system_identifier from pg_control_system()) || '/' ||
          left(pg_walfile_name(pg_current_wal_lsn()), 8);
        kept live_log;
      begin
        select * into kept from live_log;
        if kept.origin = here then return kept.epoch; end if;
        insert into live_log default values on conflict do nothing;
        select * into kept from live_log for update;
        if kept.origin is distinct from here then
          if kept.origin is not null then
            insert into live_epoch (epoch, last_seq) values (kept.epoch, kept.last_seq);
            kept.epoch := gen_random_uuid();
          end if;
          update live_log set origin = here, epoch = kept.epoch;
        end if;
        return kept.epoch;
      end $$`);
  }

  override down(): void {
    this.addSql(`drop function live_log_epoch`);
    this.addSql(`drop table if exists "live_epoch" cascade`);
    this.addSql(`alter table "live_log" drop column "origin"`);
  }
}
