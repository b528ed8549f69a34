/** The local time of a time zone. */
export const timeZones = [
  // The zone that a name means. PostgreSQL takes some names as abbreviations of other zones, or does not know them; for
  // those, it is the zone that ICU, and therefore Node, uses (decisions N3; a test compares the two for all names).
  `create function zone_named(name text) returns text language sql immutable parallel safe as $$
select case lower(name collate "C")
  when 'act' then 'Australia/Darwin'
  when 'aet' then 'Australia/Sydney'
  when 'agt' then 'America/Argentina/Buenos_Aires'
  when 'art' then 'Africa/Cairo'
  when 'ast' then 'America/Anchorage'
  when 'bet' then 'America/Sao_Paulo'
  when 'bst' then 'Asia/Dhaka'
  when 'canada/east-saskatchewan' then 'America/Regina'
  when 'cat' then 'Africa/Maputo'
  when 'cet' then 'Europe/Brussels'
  when 'cnt' then 'America/St_Johns'
  when 'cst' then 'America/Chicago'
  when 'ctt' then 'Asia/Shanghai'
  when 'ect' then 'Europe/Paris'
  when 'eet' then 'Europe/Athens'
  when 'iet' then 'America/Indiana/Indianapolis'
  when 'ist' then 'Asia/Kolkata'
  when 'met' then 'Europe/Brussels'
  when 'mit' then 'Pacific/Apia'
  when 'net' then 'Asia/Yerevan'
  when 'nst' then 'Pacific/Auckland'
  when 'plt' then 'Asia/Karachi'
  when 'pnt' then 'America/Phoenix'
  when 'prt' then 'America/Puerto_Rico'
  when 'pst' then 'America/Los_Angeles'
  when 'sst' then 'Pacific/Guadalcanal'
  when 'us/pacific-new' then 'America/Los_Angeles'
  when 'vst' then 'Asia/Ho_Chi_Minh'
  when 'wet' then 'Europe/Lisbon'
  else name end $$`,
  // The moment of a local time in a zone. A zone that this server does not know counts as UTC. An offset such as +03:00
  // is east of UTC, as in ISO 8601, and not west as in POSIX.
  `create function local_moment(wall timestamp, zone text) returns timestamptz language plpgsql stable parallel safe as $$
begin
  return case when zone ~ '^[+-]' then wall at time zone zone::interval else wall at time zone zone_named(zone) end;
exception when others then
  return wall at time zone 'UTC';
end $$`,
];
