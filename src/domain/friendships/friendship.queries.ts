import { list } from '../../platform/database/list.ts';
import { selected } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import { friendshipVisibleTo, onTerms } from '../rules/visibility.ts';
import { Friendship } from './friendship.entity.ts';

/** The states of a friendship (interface, States and transitions). */
export type FriendshipStatus = 'Pending' | 'Accepted';

/** A friendship, from which the type `Friendship` of GraphQL is made. */
export interface FriendshipRow extends Pick<Stored<Friendship>, 'id' | 'createdDate' | 'acceptedDate'> {
  /** The requester. */
  requester: UserRow;
  /** The user to whom the request was sent. */
  requested: UserRow;
  status: FriendshipStatus;
}

/** One row of `friendshipColumns`, with both users. */
interface FlatFriendship
  extends
    Pick<FriendshipRow, 'id' | 'createdDate' | 'acceptedDate'>,
    Prefixed<UserRow, 'requester'>,
    Prefixed<UserRow, 'requested'> {}

const friendshipColumns = `${selected(Friendship, 'f', ['id', 'createdDate', 'acceptedDate'])},
  ${userColumns('r', 'requester')}, ${userColumns('a', 'requested')}`;
const joins = 'join users r on r.id = f.user1_id join users a on a.id = f.user2_id';
const visible = friendshipVisibleTo('$1', 'f');

/** Puts the parts of a row together. */
export function friendshipRow(flat: FlatFriendship): FriendshipRow {
  return {
    id: flat.id,
    requester: {
      id: flat.requesterId,
      firstName: flat.requesterFirstName,
      lastName: flat.requesterLastName,
      dateJoined: flat.requesterDateJoined,
      imageKey: flat.requesterImageKey,
    },
    requested: {
      id: flat.requestedId,
      firstName: flat.requestedFirstName,
      lastName: flat.requestedLastName,
      dateJoined: flat.requestedDateJoined,
      imageKey: flat.requestedImageKey,
    },
    status: flat.acceptedDate === null ? 'Pending' : 'Accepted',
    createdDate: flat.createdDate,
    acceptedDate: flat.acceptedDate,
  };
}

/** `$1` viewer, `$2` friendship ids. */
export const friendshipsByIds = statement.read<FlatFriendship>(
  'friendships_by_ids',
  `select ${friendshipColumns} from friendship f ${joins} where f.id = any($2::bigint[]) and ${visible}`,
  friendshipVisibleTo,
);

/** `$1` viewer, `$2` user ids: the pending or accepted friendship of the viewer with each of them. */
export const friendshipsWith = statement.read<FlatFriendship>(
  'friendships_with',
  `select ${friendshipColumns} from unnest($2::bigint[]) o(id)
   join friendship f on least(f.user1_id, f.user2_id) = least(o.id, $1::bigint)
     and greatest(f.user1_id, f.user2_id) = greatest(o.id, $1::bigint) ${joins} where ${visible}`,
  friendshipVisibleTo,
);

/** `$1` viewer, `$2` and `$3` the two users in any order, `$4` whether accepted. */
export const friendshipBetween = statement.read<FlatFriendship>(
  'friendship_between',
  `select ${friendshipColumns} from friendship f ${joins}
   where least(f.user1_id, f.user2_id) = least($2::bigint, $3::bigint)
     and greatest(f.user1_id, f.user2_id) = greatest($2::bigint, $3::bigint)
     and (f.accepted_date is not null) = $4::boolean and ${visible}`,
  friendshipVisibleTo,
);

const ofUser = `(f.user1_id = $2 or f.user2_id = $2)
  and ($3::boolean is null or (f.accepted_date is not null) = $3::boolean) and ${visible}`;

/** `$1` viewer, `$2` user, `$3` accepted (null: both). */
export const friendshipsOfUser = list<FlatFriendship, FriendshipRow>({
  name: 'friendships_of_user',
  order: 'newest first',
  parameters: 3,
  rows: ({ within, order, slice }) => sql`select ${friendshipColumns} from (
     select f.* from friendship f where ${ofUser} and ${within('f.id')} order by f.id ${order} ${slice}
   ) f ${joins} order by f.id ${order}`,
  sees: [friendshipVisibleTo],
  row: friendshipRow,
  total: statement.read(
    'friendship_count_of_user',
    `select count(*) as count from friendship f where ${ofUser}`,
    friendshipVisibleTo,
  ),
});

/** `$1` user ids: the number of requests that wait for the answer of each. */
export const pendingRequestCounts = statement.read<{ id: number; count: number }>(
  'pending_request_counts',
  `select user2_id as id, count(*) as count from friendship
   where user2_id = any($1::bigint[]) and accepted_date is null and ${onTerms('user2_id', 'user1_id')} group by user2_id`,
  onTerms,
);
