import { Migration } from '@mikro-orm/migrations';

/**
 * Adds calls to those of a day. What is there already grows; what is new takes room of the day and of a person, and without room it is
 * added to its client without a version, and at last to other clients. Versions have three quarters of the room.
 */
const countUses = `
create function count_uses(on_day date, clients text[], versions text[], elements text[], numbers bigint[], people bigint[],
  other text, most_of_day int[], most_of_person int[]) returns void language plpgsql as $$
declare
  name text; named text; looked_up text; is_new boolean; part numeric; person bigint; own int[];
  whole int[] := coalesce((select array[s.entries, s.clients] from usage_share s where day = on_day and share = -1), '{0,0}');
begin
  for i in 1 .. cardinality(clients) + 1 loop
    if person is distinct from people[i] then
      -- What the person before has taken is written, and what this one has is read. Nobody's room is -1, which is that of the day.
      insert into usage_share select on_day, person, own[1], own[2] where person >= 0
      on conflict (day, share) do update set entries = excluded.entries, clients = excluded.clients;
      person := people[i];
      own := coalesce((select array[s.entries, s.clients] from usage_share s where day = on_day and share = person), '{0,0}');
    end if;
    for step in 1 .. 3 loop
      exit when i > cardinality(clients);
      name := case step when 3 then other else clients[i] end;
      named := case step when 1 then versions[i] else '' end;
      update usage_count set calls = calls + numbers[i]
      where day = on_day and client = name and version = named and element = elements[i];
      exit when found;
      if step < 3 then
        if name is distinct from looked_up then
          is_new := not exists (select from usage_count where day = on_day and client = name);
          looked_up := name;
        end if;
        part := case named when '' then 1 else 0.75 end;
        continue when whole[1] >= most_of_day[1] * part or is_new and whole[2] >= most_of_day[2]
          or person >= 0 and (own[1] >= most_of_person[1] * part or is_new and own[2] >= most_of_person[2]);
        whole := array[whole[1] + 1, whole[2] + is_new::int];
        own := array[own[1] + 1, own[2] + is_new::int];
        is_new := false;
      end if;
      insert into usage_count values (on_day, name, named, elements[i], numbers[i]);
      exit;
    end loop;
  end loop;
  insert into usage_share values (on_day, -1, whole[1], whole[2])
  on conflict (day, share) do update set entries = excluded.entries, clients = excluded.clients;
end $$`;

export class UsageCounts extends Migration {
  override up(): void {
    this.addSql(
      `create table "usage_count" ("day" date not null, "client" text not null, "version" text not null, "element" text not null, "calls" bigint not null, primary key ("day", "client", "version", "element"))`,
    );
    this.addSql(
      `create table "usage_share" ("day" date not null, "share" bigint not null, "entries" int not null, "clients" int not null, primary key ("day", "share"))`,
    );
    this.addSql(countUses);
  }

  override down(): void {
    this.addSql(`drop function if exists count_uses`);
    this.addSql(`drop table if exists "usage_count" cascade`);
    this.addSql(`drop table if exists "usage_share" cascade`);
  }
}
