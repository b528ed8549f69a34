// A point on the globe in meters from its center, in three dimensions (src/domain/routes/place-on-earth.ts).
const [x, y, z] = [
  `6371008.8 * cos(radians(start_lat)) * cos(radians(start_lng))`,
  `6371008.8 * cos(radians(start_lat)) * sin(radians(start_lng))`,
  `6371008.8 * sin(radians(start_lat))`,
];

/** Saved routes, and the users who have marked them as favorites. */
export const routes = [
  `create table route (
    id bigserial primary key,
    owner_id bigint not null constraint route_owner_id_foreign references users on delete cascade,
    workout_id bigint constraint route_workout_id_unique unique
      constraint route_workout_id_foreign references workout on delete set null,
    name varchar(200) not null,
    distance_in_meters numeric(12,2) not null,
    privacy varchar(7) not null,
    source varchar(12) not null,
    polyline text not null,
    start_lat double precision not null,
    start_lng double precision not null,
    created_date timestamptz(6) not null default now(),
    own_privacy boolean not null default false
  )`,
  `create index route_of_owner on route (owner_id, id desc)`,
  // The indexes for routes in order of distance from a place, of any length and of a given length.
  `create extension if not exists cube`,
  `create index route_nearby on route using gist (cube(array[${x}, ${y}, ${z}]))`,
  `create index route_nearby_length on route
    using gist (cube(array[${x}, ${y}, ${z}, 1e-9::float8 * (distance_in_meters)::float8]))`,

  `create table route_favorite (
    user_id bigint not null constraint route_favorite_user_id_foreign references users on update cascade on delete cascade,
    route_id bigint not null constraint route_favorite_route_id_foreign references route on update cascade on delete cascade,
    is_favorite boolean not null default true,
    primary key (user_id, route_id)
  )`,
  `create index route_favorite_route_id_index on route_favorite (route_id)`,
  `create index route_favorites on route_favorite (user_id, route_id desc) where is_favorite`,
];
