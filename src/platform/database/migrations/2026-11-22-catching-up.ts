import { Migration } from '@mikro-orm/migrations';
import { liveTrigger, withoutFunctions } from './live-functions.ts';

/** A trigger for each row that `when` selects, and its function, which writes an event of this kind. */
const trigger = (name: `live_${string}`, event: string, columns: Record<string, string>, when?: string) =>
  liveTrigger(
    name,
    `${event} for each row ${when ? `when (${when})` : ''}`,
    `insert into live_event (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')});`,
  );

/** Both users of a block hear of it, and of a mute only the one who has muted. */
const blockOf = (row: string) => ({
  kind: `'block'`,
  subject_id: '0',
  user_id: `${row}.user_id`,
  other_id: `${row}.blocked_id`,
});
const muteOf = (row: string) => ({
  kind: `'mute'`,
  subject_id: '0',
  user_id: `${row}.user_id`,
  other_id: `${row}.muted_id`,
});
const changed = (names: string[]) => names.map((name) => `old.${name} is distinct from new.${name}`).join(' or ');
const shown = ['first_name', 'last_name', 'image_key'];

export const catchUpTriggers = [
  ...trigger('live_blocked', 'insert on block', blockOf('new')),
  ...trigger('live_unblocked', 'delete on block', blockOf('old')),
  ...trigger('live_muted', 'insert on mute', muteOf('new')),
  ...trigger('live_unmuted', 'delete on mute', muteOf('old')),
  ...trigger(
    'live_user_changed',
    `update of ${shown.join(', ')} on users`,
    { kind: `'user'`, subject_id: '0', user_id: 'new.id' },
    changed(shown),
  ),
  ...trigger(
    'live_profile_changed',
    'update on profile',
    { kind: `'user'`, subject_id: '0', user_id: 'new.id' },
    'old.* is distinct from new.*',
  ),
  ...trigger(
    'live_preferences_changed',
    'update on preferences',
    { kind: `'self'`, subject_id: '0', user_id: 'new.id' },
    'old.* is distinct from new.*',
  ),
  ...trigger(
    'live_notification_read',
    'update of is_read on notification',
    { kind: `'read'`, subject_id: 'new.id', user_id: 'new.user_id' },
    'new.is_read and not old.is_read',
  ),
];

/** The log also has what only clients that catch up need: blocks, mutes, users, preferences and what was read. */
export class CatchingUp extends Migration {
  override up(): void {
    for (const sql of catchUpTriggers) this.addSql(sql);
  }

  override down(): void {
    this.addSql(withoutFunctions(catchUpTriggers));
    this.addSql(`delete from live_event where kind in ('block', 'mute', 'user', 'self', 'read')`);
  }
}
