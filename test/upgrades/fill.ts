import { randomUUID } from 'node:crypto';
import { globalId } from '../../schema/global-id.ts';
import { openTakenOver } from '../../src/domain/taking-over/preparing.ts';
import { archiveOf, begin, prepare, put } from '../accounts/import-my-data.ts';
import { shareLife } from '../accounts/shared-life.ts';
import { until } from '../mail/patience.ts';
import { hide, mutate, newStaff, suspend } from '../people/moderating.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { TestService } from '../support/service.ts';
import { dialects } from '@runners/recordings/samples';

/** How the people of a fixture begin to sign in. */
export const passwordOf = (firstName: string) => `${firstName}'s password`;
/** The first and last name of the person who has something of everything. */
export const first = { firstName: 'Una', lastName: 'Early', email: 'una.early@example.com' } as const;

/**
 * Makes rows in every table of an empty database, in the ways of the service as far as it has one. Whoever adds a table adds what fills it.
 * @param takeOver loads the data of another service, while the service is prepared for them
 */
export async function fill(service: TestService, takeOver: () => Promise<void>): Promise<void> {
  await service.sql('insert into take_over (id) values (1)');
  await takeOver();
  await openTakenOver(service.database);
  const isReady = async () => (await nobody(service).sendTo('GET', '/readyz')).text.startsWith('ready');
  await until(isReady, 'the process hears that writes are accepted');

  const una = await newPerson(service, first.firstName, first.lastName);
  const [bea, cai, dov] = [
    await newPerson(service, 'Bea', 'Early'),
    await newPerson(service, 'Cai', 'Early'),
    await newPerson(service, 'Dov', 'Early'),
  ];
  const life = await shareLife(service, una, bea, cai, dov);
  await as(una).patch(`/profile/${una.id}/`, {
    location_name: 'Zürich',
    weight: 130,
    gender: 'F',
    birth_date: '1980-02-29',
  });
  const recording = await as(una).upload(dialects['Garmin TrackPointExtension 2 and PowerExtension']?.file ?? '');
  if (recording.status !== 201) throw new Error(`the recording is refused: ${recording.text}`);
  await nobody(service).post('/account/login/', { email: first.email, password: passwordOf(first.firstName) });
  await nobody(service).post('/account/forgot_password', { email: first.email });
  await as(una).post('/friendship/request/', { email: 'nobody.yet@example.com' });
  await as(una).post('/comment/', { post_id: life.own.post, comment: 'Once' }, { 'Idempotency-Key': randomUUID() });
  await as(bea).post('/like/toggle/', { object_type: 'comment', object_id: life.commentBelowFriends });

  const staff = await newStaff(service, 'Ned');
  const report = { id: globalId('Post', life.own.post), reason: 'SPAM' };
  const reported = await mutate(bea, 'reportPost', report, 'reported');
  if (typeof reported === 'string') throw new Error(`the report is refused: ${reported}`);
  await hide(staff, 'Comment', life.friendsComment);
  await suspend(staff, dov, new Date('2099-01-01T00:00:00Z'));

  await as(una).graphql('mutation { prepareProfilePictureUpload { upload { uploadId } } }');
  await as(una).graphql('mutation { prepareRecordingUpload { upload { uploadId } } }');
  await service.sql(`insert into report (user_id, kind, starts) values (?, 'weekly', '2026-11-23')`, [una.id]);
  // What a restored database and an upload that was cut off leave.
  await service.sql('insert into live_epoch (epoch, last_seq) values (gen_random_uuid(), 1)');
  await service.sql(`insert into recording_file (key) values ('cut0')`);

  const { uploadId, uploadUrl } = await prepare(una);
  await put(uploadUrl, await archiveOf(una));
  await begin(una, uploadId);
  const hasResults = async () => (await service.sql('select from data_import_result limit 1')).length > 0;
  await until(hasResults, 'the import tells what became of a thing');

  await service.sql('select count(*) from live_events(0, 1000)');
  await service.sql('insert into retirement_pause (id) values (1)');
  await service.retiring.flush();
}
