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
}

export function wireUser(row: UserRow) {
  return {
    id: row.id,
    resource_uri: `/api/v1/user/${row.id}/`,
    first_name: row.first_name,
    last_name: row.last_name,
    email: '',
    date_joined: row.date_joined,
    preferences: `/api/v1/preferences/${row.id}/`,
    profile: `/api/v1/profile/${row.id}/`,
    stats: `/api/v1/stats/${row.id}/`,
    profile_image_225_url: '',
    profile_image_48_url: '',
    pending_friend_requests: 0,
    unread_messages: 0,
  };
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
