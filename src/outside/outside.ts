import type { Mailer } from './mail.ts';
import type { PictureStore } from './picture-store.ts';
import type { Places } from './places.ts';
import type { Social } from './social.ts';

/** The world outside the database, as operations see it. */
export interface Outside {
  mailer: Mailer;
  places: Places;
  pictures: PictureStore;
  /** Null when no network is configured. */
  social: Social | null;
}
