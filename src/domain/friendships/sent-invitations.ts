import { checkEmail } from '../accounts/email.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { addressKey } from '../../platform/mail/address.ts';
import { list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/database/loader.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';

/** An invitation, as the user sees it who has sent it. */
export interface InvitationRow {
  id: number;
  email: string;
  name: string;
  createdDate: string;
  mailedDate: string;
}

const columns = `i.id, i.email, i.name, i.created_date as "createdDate", i.mailed_date as "mailedDate"`;
const own = { owner: 'i.inviter_id = $1' };

/** `$1` inviter. */
const sentInvitations = list<InvitationRow>({
  name: 'sent_invitations',
  order: 'newest first',
  parameters: 1,
  rows: ({ within, order, slice }) =>
    sql`select ${columns} from invitation i where i.inviter_id = $1 and ${within('i.id')} order by i.id ${order} ${slice}`,
  sees: [own],
  total: statement.read(
    'sent_invitation_count',
    'select count(*) as count from invitation i where i.inviter_id = $1',
    own,
  ),
});
/** `$1` inviter, `$2` address. */
const withdraw = statement.write<InvitationRow>(
  'withdraw_invitation',
  `delete from invitation i where i.inviter_id = $1 and ${addressKey('i.email')} = ${addressKey('$2')} returning ${columns}`,
);

/** A page of the invitations that the viewer has sent, and whose addresses are not proven yet. */
export function listSentInvitations(context: Context, page: Page): Promise<InvitationRow[]> {
  return sentInvitations.page(context.database, [viewerOf(context).id], page);
}

/** The total number of them. */
export function countSentInvitations(context: Context): Promise<number> {
  return sentInvitations.total(context.database, [viewerOf(context).id]);
}

/**
 * Withdraws an invitation that the viewer has sent to an address. Its link works no longer. @throws Failure INVALID for what is
 * no address, NOT_FOUND if there is no such invitation
 */
export async function withdrawInvitation(context: Context, email: string): Promise<InvitationRow> {
  const gone = await context.database.one(withdraw, [viewerOf(context).id, checkEmail(email)]);
  if (!gone) throw new Failure('NOT_FOUND');
  return gone;
}
