import { Migration } from '@mikro-orm/migrations';

/** Columns whose texts may be longer at another service, and what they were. */
const widened: readonly (readonly [table: string, column: string, before: string, after: string])[] = [
  ['users', 'username', 'varchar(40)', 'varchar(150)'],
  ['users', 'first_name', 'varchar(100)', 'varchar(1000)'],
  ['users', 'last_name', 'varchar(100)', 'varchar(1000)'],
  ['users', 'search_name', 'varchar(400)', 'varchar(4000)'],
  ['profile', 'location_name', 'varchar(200)', 'varchar(2000)'],
  ['invitation', 'name', 'varchar(100)', 'varchar(1000)'],
  ['workout', 'title', 'varchar(200)', 'varchar(2000)'],
  ['workout', 'source_type', 'varchar(100)', 'varchar(1000)'],
  ['message', 'user_deleted_name', 'varchar(201)', 'varchar(2001)'],
  ['route', 'name', 'varchar(200)', 'varchar(2000)'],
  ['event', 'name', 'varchar(200)', 'varchar(2000)'],
  ['event_sponsor', 'name', 'varchar(100)', 'varchar(1000)'],
];

/** Changes the type of columns. A trigger of whose definition they are a part is made again. */
function retyped(columns: readonly string[], trigger: string): string {
  return `do $change$ declare made text; begin
    select pg_get_triggerdef(oid) into made from pg_trigger where tgname = '${trigger}';
    drop trigger ${trigger} on users;
    ${columns.join(';\n')};
    execute made;
  end $change$`;
}

/** Records that were taken over from another service, and their long texts. `LiveFunctions` makes triggers that can be silent. */
export class TakingOver extends Migration {
  override up(): void {
    this.addSql(
      'create table "taken_record" ("kind" varchar(20) not null, "id" bigint not null, "content" bytea not null, "state" varchar(32) not null, primary key ("kind", "id"))',
    );
    this.addSql(
      'create table "take_over" ("id" smallint not null, "begun_date" timestamptz(6) not null default now(), "opened_date" timestamptz(6) null, primary key ("id"))',
    );
    this.addSql(
      'create table "old_url" ("path" varchar(2000) not null, "picture_id" bigint null, "user_id" bigint null, "size" varchar(12) not null, primary key ("path"))',
    );
    for (const [column, table] of [
      ['picture_id', 'picture'],
      ['user_id', 'users'],
    ] as const) {
      this.addSql(`create index "old_url_${column}_index" on "old_url" ("${column}")`);
      this.addSql(
        `alter table "old_url" add constraint "old_url_${column}_foreign" foreign key ("${column}") references "${table}" ("id") on delete cascade`,
      );
    }
    const changes = widened.map(
      ([table, column, , after]) => `alter table ${table} alter column ${column} type ${after}`,
    );
    this.addSql(retyped(changes, 'live_user_changed'));
  }

  override down(): void {
    const changes = widened.map(
      ([table, column, before]) => `alter table ${table} alter column ${column} type ${before}`,
    );
    this.addSql(retyped(changes, 'live_user_changed'));
    this.addSql('drop table "old_url"');
    this.addSql('drop table "take_over"');
    this.addSql('drop table "taken_record"');
  }
}
