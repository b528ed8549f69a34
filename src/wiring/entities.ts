import { ApiKey } from '../domain/accounts/api-key.entity.ts';
import { KnownAddress } from '../domain/accounts/known-address.entity.ts';
import { OldKeyForm } from '../domain/accounts/old-key-form.entity.ts';
import { OldUrl } from '../domain/taking-over/old-url.entity.ts';
import { TakeOver } from '../domain/taking-over/take-over.entity.ts';
import { TakenRecord } from '../domain/taking-over/taken-record.entity.ts';
import { PasswordReset } from '../domain/accounts/password-reset.entity.ts';
import { SocialAccount } from '../domain/accounts/social-account.entity.ts';
import { User } from '../domain/people/user.entity.ts';
import { Conversation } from '../domain/conversations/conversation.entity.ts';
import { Message } from '../domain/conversations/message.entity.ts';
import { ConversationMember } from '../domain/conversations/conversation-member.entity.ts';
import { EventParticipant } from '../domain/events/event-participant.entity.ts';
import { EventSponsor } from '../domain/events/event-sponsor.entity.ts';
import { Event } from '../domain/events/event.entity.ts';
import { CommentLike } from '../domain/feed/comment-like.entity.ts';
import { Comment } from '../domain/feed/comment.entity.ts';
import { PostLike } from '../domain/feed/post-like.entity.ts';
import { Post } from '../domain/feed/post.entity.ts';
import { Block } from '../domain/friendships/block.entity.ts';
import { FriendEdge } from '../domain/friendships/friend-edge.entity.ts';
import { Friendship } from '../domain/friendships/friendship.entity.ts';
import { Invitation } from '../domain/friendships/invitation.entity.ts';
import { KeptAnswer } from '../domain/idempotency/kept-answer.entity.ts';
import { LiveDay } from '../domain/live/live-day.entity.ts';
import { LiveEpoch } from '../domain/live/live-epoch.entity.ts';
import { LiveEvent } from '../domain/live/live-event.entity.ts';
import { LiveLog } from '../domain/live/live-log.entity.ts';
import { Notification } from '../domain/notifications/notification.entity.ts';
import { Mute } from '../domain/people/mute.entity.ts';
import { AbuseReport } from '../domain/moderation/abuse-report.entity.ts';
import { ModerationAct } from '../domain/moderation/moderation-act.entity.ts';
import { ModerationCase } from '../domain/moderation/moderation-case.entity.ts';
import { Preferences } from '../domain/people/preferences.entity.ts';
import { Profile } from '../domain/people/profile.entity.ts';
import { Report } from '../domain/reports/report.entity.ts';
import { Stats } from '../domain/people/stats.entity.ts';
import { Suspension } from '../domain/people/suspension.entity.ts';
import { PictureFile } from '../domain/pictures/picture-file.entity.ts';
import { DataImport, DataImportPart, DataImportResult } from '../domain/accounts/data-import.entity.ts';
import { PictureUpload } from '../domain/pictures/picture-upload.entity.ts';
import { Picture } from '../domain/pictures/picture.entity.ts';
import { RouteFavorite } from '../domain/routes/route-favorite.entity.ts';
import { Route } from '../domain/routes/route.entity.ts';
import { OriginalsUsage } from '../domain/workouts/originals/originals-usage.entity.ts';
import { RecordingFile } from '../domain/workouts/originals/recording-file.entity.ts';
import { RecordingUpload } from '../domain/workouts/recordings/recording-upload.entity.ts';
import { WorkoutOriginal } from '../domain/workouts/originals/workout-original.entity.ts';
import { WorkoutSensors } from '../domain/workouts/workout-sensors.entity.ts';
import { WorkoutTrack } from '../domain/workouts/workout-track.entity.ts';
import { Workout } from '../domain/workouts/workout.entity.ts';
import { RetirementPause } from '../retiring/retirement-pause.entity.ts';
import { UsageCount } from '../retiring/usage-count.entity.ts';
import { UsageShare } from '../retiring/usage-share.entity.ts';

/** Every table the ORM knows. */
export const entities = [
  User,
  ApiKey,
  KnownAddress,
  OldKeyForm,
  TakenRecord,
  TakeOver,
  OldUrl,
  PasswordReset,
  SocialAccount,
  Preferences,
  Profile,
  Stats,
  Workout,
  WorkoutTrack,
  WorkoutSensors,
  RecordingFile,
  WorkoutOriginal,
  OriginalsUsage,
  RecordingUpload,
  Post,
  PostLike,
  Friendship,
  FriendEdge,
  Block,
  Mute,
  Suspension,
  ModerationCase,
  AbuseReport,
  ModerationAct,
  Invitation,
  Comment,
  CommentLike,
  Conversation,
  ConversationMember,
  Message,
  Report,
  PictureFile,
  Picture,
  PictureUpload,
  DataImport,
  DataImportPart,
  DataImportResult,
  Route,
  RouteFavorite,
  Event,
  EventParticipant,
  EventSponsor,
  LiveDay,
  LiveEpoch,
  LiveEvent,
  LiveLog,
  Notification,
  KeptAnswer,
  UsageCount,
  UsageShare,
  RetirementPause,
];
