import { EmailProven } from './2026-11-21-email-proven.ts';
import { First } from './2026-11-21-first.ts';
import { PictureRemoval } from './2026-11-21-picture-removal.ts';
import { PaddedNames } from './2026-11-21-padded-names.ts';
import { Pictures } from './2026-11-21-pictures.ts';
import { Live } from './2026-11-21-live.ts';
import { LocalOrder } from './2026-11-21-local-order.ts';
import { People } from './2026-11-21-people.ts';
import { Reports } from './2026-11-21-reports.ts';
import { RoutesEvents } from './2026-11-21-routes-events.ts';
import { Social } from './2026-11-21-social.ts';
import { Spots } from './2026-11-21-spots.ts';
import { StartSlot } from './2026-11-21-start-slot.ts';

/** Every migration, oldest first. `npm run migration -- NAME` writes a new one; add it here. */
export const migrationsList = [
  { name: '2026-11-21-first', class: First },
  { name: '2026-11-21-people', class: People },
  { name: '2026-11-21-reports', class: Reports },
  { name: '2026-11-21-pictures', class: Pictures },
  { name: '2026-11-21-routes-events', class: RoutesEvents },
  { name: '2026-11-21-social', class: Social },
  { name: '2026-11-21-start-slot', class: StartSlot },
  { name: '2026-11-21-live', class: Live },
  { name: '2026-11-21-picture-removal', class: PictureRemoval },
  { name: '2026-11-21-email-proven', class: EmailProven },
  { name: '2026-11-21-spots', class: Spots },
  { name: '2026-11-21-padded-names', class: PaddedNames },
  { name: '2026-11-21-local-order', class: LocalOrder },
];
