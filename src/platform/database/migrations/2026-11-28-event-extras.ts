import { Migration } from '@mikro-orm/migrations';

/** Posts about events that were taken over had the names of fields of a bundle, with which they could not be read. */
export class EventExtras extends Migration {
  override up(): void {
    this.addSql(`update post set extra = jsonb_build_object(
        'eventName', coalesce(extra->>'event_name', ''), 'eventLogo', coalesce(extra->>'event_logo', ''),
        'homeUrl', coalesce(extra->>'home_url', ''), 'infoUrl', coalesce(extra->>'info_url', ''),
        'participantId', coalesce(extra->'participant', to_jsonb(substring(extra->>'participant_page_url' from '(\\d{1,15})/*$')::bigint))
      ) || case when post_type = 'event-participant-got-sponsor' then jsonb_build_object(
        'amountPerMile', coalesce(extra->>'amount_per_mile', '0')::numeric(12, 2)::text, 'sponsorName', coalesce(extra->>'sponsor_name', '')
      ) else '{}' end
      where jsonb_exists(extra, 'event_name')`);
  }

  override down(): void {
    // The former names could not be read, so there is nothing to go back to.
  }
}
