import type { JobQueue } from './jobs/jobs.ts';
import type { Mailer } from './mail/mail.ts';
import type { PictureStore } from './store/picture-store.ts';
import type { Places } from './places/places.ts';
import type { Social } from './social/social.ts';

/** The world outside the database, as operations see it. */
export interface Outside {
  mailer: Mailer;
  places: Places;
  pictures: PictureStore;
  /** Null when no network is configured. */
  social: Social | null;
  /** Whose posts are to follow their place. */
  postMoves: JobQueue<{ userId: number }>;
}
