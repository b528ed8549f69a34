import { ApiKey } from './accounts/api-key.entity.ts';
import { KnownAddress } from './accounts/known-address.entity.ts';
import { OldKeyForm } from './accounts/old-key-form.entity.ts';
import { OldUrl } from './taking-over/old-url.entity.ts';
import { TakeOver } from './taking-over/take-over.entity.ts';
import { TakenRecord } from './taking-over/taken-record.entity.ts';
import { PasswordReset } from './accounts/password-reset.entity.ts';
import { SocialAccount } from './accounts/social-account.entity.ts';
import { User } from './accounts/user.entity.ts';
import { Conversation } from './conversations/conversation.entity.ts';
import { Message } from './conversations/message.entity.ts';
import { ConversationMember } from './conversations/conversation-member.entity.ts';
import { EventParticipant } from './events/event-participant.entity.ts';
import { EventSponsor } from './events/event-sponsor.entity.ts';
import { Event } from './events/event.entity.ts';
import { CommentLike } from './feed/comment-like.entity.ts';
import { Comment } from './feed/comment.entity.ts';
import { PostLike } from './feed/post-like.entity.ts';
import { Post } from './feed/post.entity.ts';
import { Block } from './friendships/block.entity.ts';
import { FriendEdge } from './friendships/friend-edge.entity.ts';
import { Friendship } from './friendships/friendship.entity.ts';
import { Invitation } from './friendships/invitation.entity.ts';
import { KeptAnswer } from './idempotency/kept-answer.entity.ts';
import { LiveDay } from './live/live-day.entity.ts';
import { LiveEpoch } from './live/live-epoch.entity.ts';
import { LiveEvent } from './live/live-event.entity.ts';
import { LiveLog } from './live/live-log.entity.ts';
import { Notification } from './notifications/notification.entity.ts';
import { Mute } from './people/mute.entity.ts';
import { AbuseReport } from './people/moderation/abuse-report.entity.ts';
import { ModerationAct } from './people/moderation/moderation-act.entity.ts';
import { ModerationCase } from './people/moderation/moderation-case.entity.ts';
import { Preferences } from './people/preferences.entity.ts';
import { Profile } from './people/profile.entity.ts';
import { Report } from './people/reports/report.entity.ts';
import { Stats } from './people/stats.entity.ts';
import { Suspension } from './people/suspension.entity.ts';
import { PictureFile } from './pictures/picture-file.entity.ts';
import { DataImport, DataImportPart } from './accounts/data-import.entity.ts';
import { PictureUpload } from './pictures/picture-upload.entity.ts';
import { Picture } from './pictures/picture.entity.ts';
import { RouteFavorite } from './routes/route-favorite.entity.ts';
import { Route } from './routes/route.entity.ts';
import { OriginalsUsage } from './workouts/originals/originals-usage.entity.ts';
import { RecordingFile } from './workouts/originals/recording-file.entity.ts';
import { WorkoutOriginal } from './workouts/originals/workout-original.entity.ts';
import { WorkoutSensors } from './workouts/workout-sensors.entity.ts';
import { WorkoutTrack } from './workouts/workout-track.entity.ts';
import { Workout } from './workouts/workout.entity.ts';

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
];
