import { EmailProven } from './2026-11-21-email-proven.ts';
import { First } from './2026-11-21-first.ts';
import { PictureRemoval } from './2026-11-21-picture-removal.ts';
import { PaddedNames } from './2026-11-21-padded-names.ts';
import { Pictures } from './2026-11-21-pictures.ts';
import { Live } from './2026-11-21-live.ts';
import { LocalOrder } from './2026-11-21-local-order.ts';
import { People } from './2026-11-21-people.ts';
import { Proofs } from './2026-11-21-proofs.ts';
import { Reports } from './2026-11-21-reports.ts';
import { Requests } from './2026-11-21-requests.ts';
import { RoutesEvents } from './2026-11-21-routes-events.ts';
import { SharedOriginals } from './2026-11-21-shared-originals.ts';
import { Social } from './2026-11-21-social.ts';
import { Sponsors } from './2026-11-21-sponsors.ts';
import { Spots } from './2026-11-21-spots.ts';
import { StartSlot } from './2026-11-21-start-slot.ts';
import { Zones } from './2026-11-21-zones.ts';

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
  { name: '2026-11-21-sponsors', class: Sponsors },
  { name: '2026-11-21-requests', class: Requests },
  { name: '2026-11-21-shared-originals', class: SharedOriginals },
  { name: '2026-11-21-zones', class: Zones },
  { name: '2026-11-21-proofs', class: Proofs },
];
