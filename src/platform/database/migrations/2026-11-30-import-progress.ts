import { Migration } from '@mikro-orm/migrations';
import { liveTrigger, withoutFunctions } from './live-functions.ts';

const triggers = liveTrigger(
  'live_import_changed',
  `update of state, total, told on data_import for each row
    when ((old.state, old.total, old.told) is distinct from (new.state, new.total, new.told))`,
  `insert into live_event (kind, subject_id, user_id) values ('import', 0, new.user_id);`,
);

/** Imports of archives can be cancelled, and tell their owner how far they are. */
export class ImportProgress extends Migration {
  override up(): void {
    this.addSql(`alter table "data_import" add "told" int not null default 0`);
    this.addSql(`alter table "data_import" alter column "state" type varchar(9) using ("state"::varchar(9))`);
    for (const sql of triggers) this.addSql(sql);
  }

  override down(): void {
    this.addSql(withoutFunctions(triggers));
    this.addSql(`update "data_import" set "state" = 'refused' where "state" = 'cancelled'`);
    this.addSql(`alter table "data_import" alter column "state" type varchar(8) using ("state"::varchar(8))`);
    this.addSql(`alter table "data_import" drop column "told"`);
  }
}
