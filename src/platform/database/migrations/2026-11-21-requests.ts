import { Migration } from '@mikro-orm/migrations';

export class Requests extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "seat" add "requested" boolean not null default false;`);
    this.addSql(`drop index seat_of_user;`);
    this.addSql(`create index seat_of_user on seat (user_id, placement, last_message_id desc) include (requested, conversation_id);`);
    this.addSql(liveSeatChanged('placement, requested, read_up_to, unread'));
  }

  override down(): void | Promise<void> {
    this.addSql(liveSeatChanged('placement, read_up_to, unread'));
    this.addSql(`drop index seat_of_user;`);
    this.addSql(`create index seat_of_user on seat (user_id, placement, last_message_id desc);`);
    this.addSql(`alter table "seat" drop column "requested";`);
  }

}

/** The trigger's function of the migration `live`, for other columns of a seat. */
function liveSeatChanged(columns: string): string {
  const of = (row: string) => columns.split(', ').map((name) => `${row}.${name}`).join(', ');
  return `create or replace function live_seat_changed() returns trigger language plpgsql as $$ begin
    insert into live_event (kind, subject_id, user_id)
    select 'seat', a.conversation_id, a.user_id from after a
    join before b on b.conversation_id = a.conversation_id and b.user_id = a.user_id
    where a.last_message_id = b.last_message_id and (${of('a')}) is distinct from (${of('b')})
    order by a.conversation_id, a.user_id; return null; end $$;`;
}
