/** A value for each of the names in a row. */
function byName<Value>(rows: readonly (readonly [names: string, value: Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    rows.flatMap(([names, value]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, value]),
    ),
  );
}

/** How often statements contain rules, where that is not once each rule that they name (`Sees`). */
export const further = byName<Readonly<Record<string, number>>>([
  [
    `suspension_of viewers_by_keys participants_count restore_post queued_cases return_to_comments
     rebuild_withheld_comments_of_many`,
    { isSuspended: 1 },
  ],
  ['return_to_posts rebuild_withheld_posts_of_many', { isSuspended: 2 }],
  [
    `befriend_inviters_of open_reset keys_that_sign_in member_counts recipients_among
     participants_by_ids participations_in participants_of_events participants_of_events_up participants_page
     participants_page_up hot_participants_page hot_participants_page_up participants_of_user_page
     participants_of_user_page_up hot_participants_of_user_page hot_participants_of_user_page_up
     sponsors_of_participants newest_sponsors_of_participants waiting_sponsors newest_waiting_sponsors sponsor_counts
     waiting_sponsor_counts sponsors_by_ids remove_comment likers_of_posts newest_likers_of_posts
     hidden_likers_of_posts listed_likers_of_posts hidden_likers_of_comments listed_likers_of_comments
     users_blocked_by users_blocked_by_up user_blocked_by blocked_count export_friendships export_blocked_users
     export_muted_users export_notifications export_conversations served_profile_picture claim_reports_weekly
     claim_reports_monthly claim_reports_annual workout_to_share public_runs`,
    { isPresent: 1 },
  ],
  ['open_invitation', { isPresent: 2 }],
  [
    'comments_of_posts newest_comments_of_posts comments_of_post newest_comments_of_post comment_counts',
    { isPresentInList: 1 },
  ],
  ['messages_for_readers messages_for_members', { blocks: 3 }],
  [
    'messages_by_ids messages_to_deliver messages_of_conversations newest_messages_of_conversations messages_like',
    { blocks: 2 },
  ],
  [
    `conversations_by_ids conversations_of_user all_conversations_of_user inbox_of_user requests_of_user
     conversations_of_user_up all_conversations_of_user_up inbox_of_user_up requests_of_user_up`,
    { blocks: 3, isPresent: 2 },
  ],
  ['recount_conversations recount_conversations_of recount_memberships_with', { deliveredTo: 2 }],
  ['own_message', { takesPartIn: 1 }],
  ['lock_shared_conversations', { takesPartIn: 2 }],
  ['insert_message', { takesPartIn: 2, hasNotMuted: 2, onTermsAsPair: 1 }],
  ['insert_conversation live_posts_of_friends live_concerned_by', { friendOf: 1 }],
  ['insert_comment like_post unlike_post toggle_post', { blocks: 1 }],
  ['comments_by_ids', { blocks: 0, userVisibleTo: 1, isShownTo: 1, isPresent: 1 }],
  ['own_comment update_comment', { blocks: 1, userVisibleTo: 1, isShownTo: 1, isPresent: 1 }],
  [
    'like_comment unlike_comment toggle_comment',
    { blocks: 1, userVisibleTo: 1, isShownTo: 1, isPresent: 1, onTerms: 1 },
  ],
  ['likers_of_comments newest_likers_of_comments', { userVisibleTo: 1, isShownTo: 1, isPresent: 2 }],
  ['reported_comment', { userVisibleTo: 1, isShownTo: 1, isPresent: 1 }],
  ['pictures_by_ids pictures_of_posts served_picture reported_picture', { isShownTo: 1 }],
  ['picture_of_old_url', { isShownTo: 1, isPresent: 1 }],
  ['feed_friends_older feed_friends_any', { isPresentInList: 1 }],
  ['feed_friends_deeper feed_friends_newer', { isForFriends: 2, hasNotMutedInList: 2, isPresentInList: 2 }],
  ['feed_friends_of_other_older feed_friends_of_other_any', { onTerms: 3 }],
  ['feed_friends_of_other_deeper feed_friends_of_other_newer', { visibleTo: 2, onTerms: 6, hasNotMuted: 2 }],
  ['feed_profile_deeper feed_profile_newer', { visibleTo: 2, onTerms: 2 }],
  ['feed_featured_deeper feed_featured_newer', { isPublic: 2, onTerms: 2, hasNotMuted: 2 }],
  ['feed_local_older feed_local_any', { isPublic: 4, offTerms: 4, hasNotMuted: 4, isPresent: 4 }],
  ['feed_local_deeper feed_local_newer', { isPublic: 8, offTerms: 8, hasNotMuted: 8, isPresent: 8 }],
  ['live_post_audience', { visibleTo: 3, isPublic: 2, onTerms: 3, hasNotMuted: 3, friendOf: 1 }],
  ['live_former_post_audience', { visibleTo: 2 }],
  [
    `notifications_page notifications_page_up notification_count unread_notifications notifications_of_groups
     notifications_with`,
    { visibleTo: 4, userVisibleTo: 3, isShownTo: 3, friendshipVisibleTo: 2, isPresent: 3 },
  ],
  ['read_relationship', { blocks: 2, isSuspended: 1 }],
  ['friends_of_users friends_of_users_up friend_counts search_users', { onTerms: 2 }],
  ['search_users_by_word search_misspelled_users', { onTerms: 4 }],
  ['search_friends search_active_friends', { onTerms: 6 }],
  ['export_favorite_routes', { visibleTo: 1 }],
  ['publish_posts_gone publish_posts_restored', { isShared: 1 }],
  ['demo_like_posts', { isPublic: 1, friendOf: 1 }],
  ['demo_examples', { isPublic: 2 }],
]);

/** Lists of what people have added that have what those have added whom the viewer has muted, and why (decisions D212). */
export const asked = byName([
  ['messages_of_conversations newest_messages_of_conversations', 'who opens a conversation reads all of it'],
  ['export_messages', 'an archive has what was delivered'],
  ['messages_like search_active_friends routes_near routes_near_of_length', 'the viewer looks for them'],
  [
    `workouts_of_user workouts_of_user_after workouts_of_user_alone workouts_of_user_after_alone workout_ids_of_user workouts_found_by_run_date_asc
     workouts_found_by_run_date_desc workouts_found_by_distance_asc workouts_found_by_distance_desc feed_profile_older
     feed_profile_deeper feed_profile_newer feed_profile_any routes_of_owner routes_of_owner_up`,
    'the viewer asks for those of one person',
  ],
  ['favorite_routes favorite_routes_up', 'the viewer has chosen them'],
  [
    `likers_of_posts newest_likers_of_posts likers_of_comments newest_likers_of_comments participants_of_events
     participants_of_events_up participants_page participants_page_up hot_participants_page hot_participants_page_up
     participants_of_user_page participants_of_user_page_up hot_participants_of_user_page
     hot_participants_of_user_page_up`,
    'it shows people, and nothing that they have written',
  ],
  ['public_runs demo_newest_public_post', 'there is no viewer'],
]);
