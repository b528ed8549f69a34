import { Migration } from '@mikro-orm/migrations';

export class PictureRemoval extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "picture_upload" add "attempts" int not null default 0;`);
    this.addSql(`create index picture_file_doomed on picture_file (doomed_date) where doomed_date is not null;`);
    // Whatever makes a picture go (its post, workout or account was deleted, too), in the same transaction its files are
    // put in the queue of those to remove (src/domain/pictures/sweep.ts). The argument is the column that holds the key.
    this.addSql(`create function doom_picture_file() returns trigger language plpgsql as $$
begin
  update picture_file set doomed_date = now() where key = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;`);
    this.addSql(`create trigger picture_gone after delete on picture
      for each row execute function doom_picture_file('key');`);
    this.addSql(`create trigger profile_picture_gone after delete on users
      for each row when (old.image_key is not null) execute function doom_picture_file('image_key');`);
    this.addSql(`create trigger profile_picture_replaced after update of image_key on users
      for each row when (old.image_key is distinct from new.image_key) execute function doom_picture_file('image_key');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger profile_picture_replaced on users;`);
    this.addSql(`drop trigger profile_picture_gone on users;`);
    this.addSql(`drop trigger picture_gone on picture;`);
    this.addSql(`drop function doom_picture_file();`);
    this.addSql(`drop index "picture_file_doomed";`);
    this.addSql(`alter table "picture_upload" drop column "attempts";`);
  }

}
