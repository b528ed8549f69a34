/** Messages of each conversation. */
const messages = 4;

const typical = "(select user_id from api_key where label = 'bench typical')";

/**
 * A conversation of two for each friendship of a typical reader, so that their inboxes are a page long, and for one in
 * ten of all others.
 */
export const conversations: ReadonlyArray<readonly [name: string, sql: string]> = [
  [
    'who talks',
    `create temp table talk as
     select row_number() over (order by id) as n, count(*) over () as total, user1_id as a, user2_id as b, accepted_date as at
     from friendship where accepted_date is not null
       and (id % 10 = 0 or user1_id in ${typical} or user2_id in ${typical})`,
  ],
  [
    'conversations',
    `insert into conversation (id, started_by_id, created_date, last_message_id)
     select n, a, at, total * ${messages - 1} + n from talk order by n`,
  ],
  [
    'messages',
    `insert into message (id, conversation_id, user_id, message, created_date)
     select total * (k - 1) + n, n, case when k % 2 = 1 then a else b end, 'See you at the river on Sunday at nine?',
       at + interval '1 hour' * (k - 1)
     from talk cross join generate_series(1, ${messages}) k order by k, n`,
  ],
  [
    'members',
    `insert into conversation_member (conversation_id, user_id, read_up_to, unread, last_message_id)
     select n, case when own then a else b end, last - case when unread then total else 0 end, unread::int, last
     from (select n, a, b, own, total, total * ${messages - 1} + n as last, own and n % 3 = 0 as unread
       from talk cross join (values (true), (false)) w(own)) s order by n`,
  ],
  [
    'their ids',
    `select setval('conversation_id_seq', max(n)), setval('message_id_seq', max(n) * ${messages}) from talk`,
  ],
];
