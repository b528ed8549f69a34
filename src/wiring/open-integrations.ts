import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { makeMailer } from '../platform/mail/mail.ts';
import type { Integrations } from '../platform/integrations.ts';
import type { Gazetteer } from '../platform/places/gazetteer.ts';
import { makeGeocoder } from '../platform/places/geocoder.ts';
import { makeSocial } from '../platform/social/social.ts';
import { makePictureStore, makeRecordingStore } from '../platform/store/picture-store.ts';
import { dataImports } from '../domain/accounts/import-my-data.ts';
import { postMoves } from '../domain/feed/move-posts.ts';
import { latePlaces } from '../domain/people/look-up-again.ts';

/** The services outside the database that are configured, and the included gazetteer. */
export async function openIntegrations(
  config: Config,
  jobs: Jobs,
  log: Logger,
  gazetteer: Gazetteer,
): Promise<Integrations> {
  return {
    mailer: await makeMailer(config, jobs),
    places: config.geocoderUrl ? makeGeocoder(config.geocoderUrl, gazetteer, log) : gazetteer,
    pictures: makePictureStore(config),
    recordings: makeRecordingStore(config),
    social: await makeSocial(config, jobs, log),
    postMoves: await postMoves(jobs),
    latePlaces: await latePlaces(jobs),
    dataImports: await dataImports(jobs),
  };
}
