/** A row of a feed or post statement, numbers of 8 bytes as numbers, everything else as PostgreSQL writes it. */
export interface PostRow {
  id: number;
  body: string;
  comment_count: number;
  created_date: string;
  likers: number[];
  author_id: number;
  first_name: string;
  last_name: string;
  workout_id: number | null;
  title: string;
  run_date: string;
  run_type: string;
  duration_in_seconds: number;
  distance_in_meters: string | null;
  newer?: boolean;
}

export function wirePost(row: PostRow) {
  return {
    id: row.id,
    resource_uri: `/api/v1/post/${row.id}/`,
    author: {
      id: row.author_id,
      first_name: row.first_name,
      last_name: row.last_name,
      preferences: `/api/v1/preferences/${row.author_id}/`,
      profile: `/api/v1/profile/${row.author_id}/`,
      resource_uri: `/api/v1/user/${row.author_id}/`,
    },
    body: row.body,
    comment_count: row.comment_count,
    created_date: row.created_date,
    likers: row.likers,
    workout:
      row.workout_id === null
        ? null
        : {
            id: row.workout_id,
            resource_uri: `/api/v1/workout/${row.workout_id}/`,
            title: row.title,
            run_date: row.run_date,
            run_type: row.run_type,
            duration_in_seconds: row.duration_in_seconds,
            distance_in_meters: row.distance_in_meters,
          },
  };
}

export interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  date_joined: string;
  /** The reader's own; else empty. */
  email: string;
}

function wireUser(row: UserRow) {
  return {
    id: row.id,
    resource_uri: `/api/v1/user/${row.id}/`,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    date_joined: row.date_joined,
    preferences: `/api/v1/preferences/${row.id}/`,
    profile: `/api/v1/profile/${row.id}/`,
    stats: `/api/v1/stats/${row.id}/`,
    profile_image_225_url: '',
    profile_image_48_url: '',
  };
}

export const wireSingleUser = (row: UserRow) => ({ ...wireUser(row), pending_friend_requests: 0, unread_messages: 0 });

/** A user with the part of the profile that everybody may see. */
export interface UserWithProfileRow extends UserRow {
  gender: string;
  weight_unit: string;
  location_name: string;
  latitude: number | null;
  longitude: number | null;
}

export const wireUserWithProfile = (row: UserWithProfileRow) => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  date_joined: row.date_joined,
  profile: {
    gender: row.gender,
    weight_unit: row.weight_unit,
    location_name: row.location_name,
    place: row.latitude === null ? null : [row.latitude, row.longitude],
  },
});

export const wireFoundUser = (row: UserRow & { location_name: string }) => ({
  ...wireUser(row),
  location_name: row.location_name,
});

export interface CommentRow extends UserRow {
  comment_id: number;
  post_id: number;
  comment: string;
  submit_date: string;
  likers: number[];
}

export function wireComment(row: CommentRow) {
  return {
    id: row.comment_id,
    resource_uri: `/api/v1/comment/${row.comment_id}/`,
    comment: row.comment,
    post: `/api/v1/post/${row.post_id}/`,
    user: wireUser(row),
    submit_date: row.submit_date,
    likers: row.likers,
  };
}

/** A conversation with one of its participants: the rows of one conversation stand together. */
export interface MemberRow extends UserRow {
  conversation_id: number;
  created_date: string;
  started_by_id: number | null;
  past_users_involved: string[];
  placement: string;
  unread: number;
  message_id: number;
  message: string;
  message_date: string;
  sender_id: number | null;
  user_deleted_name: string;
}

function wireConversation(row: MemberRow) {
  return {
    id: row.conversation_id,
    resource_uri: `/api/v1/conversation/${row.conversation_id}/`,
    archived: row.placement === 'archived',
    hidden: row.placement === 'hidden',
    has_unread_messages: row.unread > 0,
    last_message: {
      id: row.message_id,
      resource_uri: `/api/v1/message/${row.message_id}/`,
      conversation: `/api/v1/conversation/${row.conversation_id}/`,
      created_date: row.message_date,
      message: row.message,
      user: row.sender_id === null ? null : `/api/v1/user/${row.sender_id}/`,
      user_deleted_name: row.user_deleted_name,
    },
    created_date: row.created_date,
    recipients: [] as unknown[],
    started_by: null as unknown,
    past_users_involved: row.past_users_involved,
  };
}

export function wireConversations(rows: readonly MemberRow[]) {
  const list: ReturnType<typeof wireConversation>[] = [];
  let open: (typeof list)[number] | undefined;
  for (const row of rows) {
    if (open?.id !== row.conversation_id) {
      open = wireConversation(row);
      list.push(open);
    }
    const user = wireUser(row);
    open.recipients.push(user);
    if (row.id === row.started_by_id) open.started_by = user;
  }
  return list;
}

/** A list with its envelope; `total` comes with each row. */
export function envelope(url: string, rows: ReadonlyArray<{ total: number }>, limit: number, objects: unknown[]) {
  const total = rows[0]?.total ?? 0;
  const next = limit < total ? `${url}&offset=${limit}` : null;
  return { meta: { limit, next, offset: 0, previous: null, total_count: total }, objects };
}

export interface WorkoutRow {
  id: number;
  title: string;
  post_body: string;
  run_date: string;
  run_type: string;
  duration_in_seconds: number;
  distance_in_meters: string | null;
  polyline: string;
  privacy: string;
  source: string;
  user_id: number;
  post_id: number | null;
}

export function wireWorkout(row: WorkoutRow) {
  return {
    id: row.id,
    resource_uri: `/api/v1/workout/${row.id}/`,
    title: row.title,
    post_body: row.post_body,
    run_date: row.run_date,
    run_type: row.run_type,
    duration_in_seconds: row.duration_in_seconds,
    distance_in_meters: row.distance_in_meters,
    route_points_data: row.polyline,
    static_map_url: null,
    privacy: row.privacy,
    source: row.source,
    user: `/api/v1/user/${row.user_id}/`,
    post: row.post_id === null ? null : `/api/v1/post/${row.post_id}/`,
  };
}
