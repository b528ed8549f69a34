import { Initial } from './2026-11-21-initial.ts';
import { BlocksNow } from './2026-11-22-blocks-now.ts';
import { KeyScopes } from './2026-11-22-key-scopes.ts';
import { KeptAnswers } from './2026-11-22-kept-answers.ts';
import { Safety } from './2026-11-22-safety.ts';
import { Notifications } from './2026-11-22-notifications.ts';
import { TrainingLog } from './2026-11-22-training-log.ts';
import { CatchingUp } from './2026-11-22-catching-up.ts';
import { LiveEpochs } from './2026-11-22-live-epochs.ts';
import { SensorsAndOriginals } from './2026-11-22-sensors-and-originals.ts';
import { Likes } from './2026-11-23-likes.ts';
import { Partitions } from './2026-11-23-partitions.ts';
import { SearchInOrder } from './2026-11-25-search-in-order.ts';
import { OldKeys } from './2026-11-27-old-keys.ts';
import { JoinedNames } from './2026-11-27-joined-names.ts';
import { Addresses } from './2026-11-26-addresses.ts';
import { DataImports } from './2026-11-28-data-imports.ts';
import { EventExtras } from './2026-11-28-event-extras.ts';
import { TakingOver } from './2026-11-28-taking-over.ts';
import { Retiring } from './2026-11-28-retiring.ts';
import { SuspendedNow } from './2026-11-28-suspended-now.ts';
import { Undelivered } from './2026-11-28-undelivered.ts';

/** Every migration, oldest first. `npx runners migration NAME` writes a new one and adds it here. */
export const migrationsList = [
  { name: '2026-11-21-initial', class: Initial },
  { name: '2026-11-22-key-scopes', class: KeyScopes },
  { name: '2026-11-22-kept-answers', class: KeptAnswers },
  { name: '2026-11-22-safety', class: Safety },
  { name: '2026-11-22-blocks-now', class: BlocksNow },
  { name: '2026-11-22-notifications', class: Notifications },
  { name: '2026-11-22-training-log', class: TrainingLog },
  { name: '2026-11-22-catching-up', class: CatchingUp },
  { name: '2026-11-22-live-epochs', class: LiveEpochs },
  { name: '2026-11-22-sensors-and-originals', class: SensorsAndOriginals },
  { name: '2026-11-23-likes', class: Likes },
  { name: '2026-11-23-partitions', class: Partitions },
  { name: '2026-11-25-search-in-order', class: SearchInOrder },
  { name: '2026-11-26-addresses', class: Addresses },
  { name: '2026-11-27-joined-names', class: JoinedNames },
  { name: '2026-11-27-old-keys', class: OldKeys },
  { name: '2026-11-28-data-imports', class: DataImports },
  { name: '2026-11-28-taking-over', class: TakingOver },
  { name: '2026-11-28-retiring', class: Retiring },
  { name: '2026-11-28-event-extras', class: EventExtras },
  { name: '2026-11-28-suspended-now', class: SuspendedNow },
  { name: '2026-11-28-undelivered', class: Undelivered },
];
