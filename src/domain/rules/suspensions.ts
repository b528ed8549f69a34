/** The suspensions in force of the users for whom `whom`, a condition on their id, holds, as the end of a statement. */
export function suspensionsOf(whom: string): string {
  return `from suspension su where su.user_id ${whom} and (su.until is null or su.until > now())`;
}

/** The suspension of a user as `{"until": …}`, without an end where `until` is null; null unless the user is suspended. */
export function suspensionAsJson(user: string): string {
  return `(select json_build_object('until', su.until at time zone 'UTC') ${suspensionsOf(`= ${user}`)})`;
}
