import { Migration } from '@mikro-orm/migrations';

export class TrainingLog extends Migration {
  override up(): void {
    // The local time of a moment in a zone, as `local_moment` reads zones. It is not parallel safe, because it catches errors.
    this
      .addSql(`create function local_time(moment timestamptz, zone text) returns timestamp language plpgsql stable as $$
      begin
        return case when zone ~ '^[+-]' then moment at time zone zone::interval else moment at time zone zone_named(zone) end;
      exception when others then
        return moment at time zone 'UTC';
      end $$`);
    this.addSql(
      'create index workout_by_distance on workout (user_id, (coalesce(distance_in_meters, -1)) desc, id desc)',
    );
  }

  override down(): void {
    this.addSql('drop index workout_by_distance');
    this.addSql('drop function local_time');
  }
}
