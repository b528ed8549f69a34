import { Migration } from '@mikro-orm/migrations';

const tenths = (degrees: string) => `least(9, floor((${degrees} - floor(${degrees})) * 10)::int)`;
const spot = `(((floor(location_lat)::int + 90) * 361 + floor(location_lng)::int + 180) * 100 + ${tenths('location_lat')} * 10 + ${tenths('location_lng')})`;

export class Spots extends Migration {

  override up(): void | Promise<void> {
    // Squares of less are no numbers of PostgreSQL's (src/domain/people/update-profile.ts).
    this.addSql(`update profile set location_lat = case when abs(location_lat) < 1e-9 then 0 else location_lat end, location_lng = case when abs(location_lng) < 1e-9 then 0 else location_lng end where abs(location_lat) < 1e-9 or abs(location_lng) < 1e-9;`);
    this.addSql(`alter table "post" add "spot" int null;`);
    // Nobody is told of these changes: no trigger of the live events looks at a post's place.
    this.addSql(`update post set spot = ${spot} from profile where profile.id = post.author_id and location_lat is not null and location_lng is not null;`);
    this.addSql(`alter table "post" drop column "cell", add "cell" int generated always as (spot / 100) stored null;`);
    this.addSql(`create index post_local on post (cell, id desc) where privacy = 'public' and cell is not null;`);
    this.addSql(`create index post_of_spot on post (spot, id desc) where privacy = 'public' and spot is not null;`);
    this.addSql(`create index profile_of_spot on profile (${spot}, location_lat, location_lng, id);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "profile_of_spot";`);
    this.addSql(`alter table "post" drop column "cell", add "cell" int null;`);
    this.addSql(`update post set cell = spot / 100;`);
    this.addSql(`alter table "post" drop column "spot";`);
    this.addSql(`create index post_local on post (cell, id desc) where privacy = 'public' and cell is not null;`);
  }

}
