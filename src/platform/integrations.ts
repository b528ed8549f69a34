import type { JobQueue } from './jobs/jobs.ts';
import type { Mailer } from './mail/mail.ts';
import type { PictureStore } from './store/picture-store.ts';
import type { Places } from './places/places.ts';
import type { Social } from './social/social.ts';

/** The services outside the database that operations use. */
export interface Integrations {
  mailer: Mailer;
  places: Places;
  pictures: PictureStore;
  /** The files that were uploaded as workouts. */
  recordings: PictureStore;
  /** Null when no social network is configured. */
  social: Social | null;
  /** The queue of users whose posts must follow their place. */
  postMoves: JobQueue<{ userId: number }>;
  /** The queue of places that were not looked up in time: those of users, and those in the names of routes. */
  latePlaces: JobQueue<{ userId: number } | { routeId: number; name: string }>;
  /** The queue of imports of one's own data. */
  dataImports: JobQueue<{ importId: string }>;
}
