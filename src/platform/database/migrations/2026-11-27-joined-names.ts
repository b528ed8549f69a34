import { Migration } from '@mikro-orm/migrations';

/** The scripts whose names are written without a space, as they are in search names, for a regular expression. */
const script = '[\\u1100-\\u11ff\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\U00020000-\\U000323af]+';

/**
 * Names in Chinese, Japanese or Korean script are found without a space between first and last name (decisions D66). Names
 * that would be longer than their column stay as they are.
 */
export class JoinedNames extends Migration {
  override up(): void {
    this.addSql(`update users set search_name = regexp_replace(search_name, '^(\\S+) (\\S+)$', '\\1 \\2\\1 \\1\\2 \\2')
      where search_name ~ '^${script} ${script}$' and length(search_name) <= 133`);
  }

  /** A former release finds these names as well. */
  override down(): void {}
}
