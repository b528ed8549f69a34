import { Migration } from '@mikro-orm/migrations';

export class StartSlot extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "workout" add "start_slot" smallint not null default 0;`);
    this.addSql(`create unique index workout_start on workout (user_id, date_trunc('second', run_date at time zone 'UTC'), start_slot);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "workout_start";`);
    this.addSql(`alter table "workout" drop column "start_slot";`);
  }

}
