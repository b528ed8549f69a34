/**
 * Assignments of an update that give a workout, post or route another privacy; null leaves it. What staff have hidden stays
 * private, and gets the new one when they restore it. Among further rows, theirs has a name, given with its dot.
 */
export function privacyAfter(privacy: string, row = ''): string {
  return `privacy = case when ${row}hidden_privacy is null then coalesce(${privacy}::text, ${row}privacy) else ${row}privacy end,
    hidden_privacy = case when ${row}hidden_privacy is not null then coalesce(${privacy}::text, ${row}hidden_privacy) end`;
}
