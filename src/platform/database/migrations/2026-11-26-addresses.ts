import { Migration } from '@mikro-orm/migrations';
import { asciiAddress } from '../../mail/address.ts';

/**
 * E-mail addresses are compared by their ASCII form, whatever the collation of the database (decisions P14). Two accounts
 * whose addresses become the same remain: the one whose address is proven, or else the older one, keeps it, and the other gets
 * an address that names both and that nobody has.
 */
export class Addresses extends Migration {
  override async up(): Promise<void> {
    // Nobody writes an address from here on.
    await this.execute('lock table users, invitation in share row exclusive mode');
    await this.execute('drop index users_email_unique, invitation_by_address, invitation_email');
    for (const table of ['users', 'invitation']) await this.#convertDomains(table);
    await this.execute(`update users u set email_proven = false,
        email = format('duplicate-%s-of-%s@address.invalid', u.id, ranked.first)
      from (
        select id, first_value(id) over (partition by lower(email collate "C") order by email_proven desc, id) as first
        from users
      ) ranked where ranked.id = u.id and ranked.first <> u.id`);
    for (const key of ['lower(email collate "C")', 'lower(email)'])
      await this.execute(`delete from invitation i using invitation older
        where older.inviter_id = i.inviter_id and older.id < i.id
          and (${key.replace('email', 'older.email')}) = (${key.replace('email', 'i.email')})`);
    this.addSql('create unique index users_email_unique on users (lower(email collate "C"))');
    this.addSql('create unique index invitation_of_address on invitation (inviter_id, lower(email collate "C"))');
    this.addSql('create index invitation_email on invitation (lower(email collate "C"))');
    this.addSql('create unique index invitation_by_address on invitation (inviter_id, lower(email))');
  }

  async #convertDomains(table: string): Promise<void> {
    const sql = `select id, email from ${table} where octet_length(email) > length(email)`;
    for (const { id, email } of (await this.execute(sql)) as unknown as { id: unknown; email: string }[]) {
      const ascii = asciiAddress(email);
      if (ascii !== email && ascii.length <= 254)
        await this.execute(`update ${table} set email = ? where id = ?`, [ascii, id]);
    }
  }

  override down(): void {
    this.addSql('drop index users_email_unique, invitation_of_address, invitation_email');
    this.addSql('create unique index users_email_unique on users (lower(email))');
    this.addSql('create index invitation_email on invitation (lower(email))');
  }
}
