import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ImportResultRow, ImportRow } from '../../src/domain/accounts/data-import.queries.ts';
import {
  cancelMyDataImport,
  findDataImport,
  importMyData,
  listImportResults,
  prepareDataImport,
} from '../../src/domain/accounts/import-my-data.ts';
import type { Context } from '../../src/domain/context.ts';
import { ArchiveUpload, DataImport, ImportResult, ImportResultConnection } from './data-import.type.ts';
import { RootField } from '../root-field.ts';
import { input, mutation } from '../mutation.ts';
import { oldestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { loadRow } from '../rows.ts';
import type { RowOf } from '../rows.ts';
import { Workout } from '../workouts/workout.type.ts';

@Resolver(() => DataImport)
export class DataImportResolver {
  @Query(() => DataImport, {
    nullable: true,
    description: 'Your latest import of an archive, for 30 days after it was over; null if there is none.',
  })
  @RootField({ scope: 'ACCOUNTS_READ' })
  dataImport(@Ctx() context: Context): Promise<DataImport | null> {
    return findDataImport(context);
  }

  @FieldResolver(() => ImportResultConnection, {
    description: 'What became of each thing that was looked at, in their order.',
  })
  results(
    @Root() { id, done }: ImportRow,
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<ImportResultConnection> {
    return oldestFirst(
      page,
      (request) => listImportResults(context, id, request),
      () => done,
    );
  }
}

@Resolver(() => ImportResult)
export class ImportResultResolver {
  @FieldResolver(() => Workout, { nullable: true })
  workout(@Root() { workoutId }: ImportResultRow, @Ctx() context: Context): Promise<RowOf<'Workout'> | null> | null {
    return workoutId === null ? null : loadRow(context, 'Workout', workoutId);
  }
}

export const dataImportMutations = [
  mutation('prepareDataImport', {
    about:
      'Returns a URL to which an archive can be sent, five times a day: of `exportMyData`, of another service, or of any recordings. ' +
      'Call `importMyData` afterwards.',
    scope: 'ALL',
    codes: [],
    // The archive is read, and its files are stored.
    cost: 500,
    payload: { upload: [() => ArchiveUpload, 'Where to send the bytes.'] },
    run: async (context) => ({ upload: await prepareDataImport(context) }),
  }),
  mutation('importMyData', {
    about:
      'Brings the runs, routes and pictures of an uploaded archive into your account, under new ids and with their privacy, and what ' +
      'your profile and preferences do not say yet. What is there already does not come in again. Nobody is notified. Of an archive ' +
      'of another service, or of any zip file of recordings, each activity becomes a workout.',
    // The archive brings things of many modules.
    scope: 'ALL',
    codes: ['NOT_FOUND'],
    // The archive is read, and its files are stored.
    cost: 500,
    input: input('The archive to bring in.', {
      uploadId: ['String!', 'The `uploadId` that `prepareDataImport` returned.'],
      privacy: [
        'Privacy',
        'Who may see the runs of an archive of another service; PRIVATE by default. Those of `exportMyData` say it themselves.',
      ],
      onlyRuns: [
        'Boolean',
        'Whether activities of another service of which it says that they are no runs are refused. They come in with their `sourceType` by default.',
      ],
    }),
    payload: {
      import: [() => DataImport, 'The import, which `dataImport` and `dataImportChanged` show as it goes on.'],
    },
    run: async (context, { uploadId, ...wishes }) => ({ import: await importMyData(context, uploadId, wishes) }),
  }),
  mutation('cancelMyDataImport', {
    about:
      'Ends your import, wherever it is: what came in stays, the rest does not come in, and the archive is removed. One that is over ' +
      'stays as it is.',
    scope: 'ACCOUNTS_WRITE',
    codes: ['NOT_FOUND'],
    payload: { import: [() => DataImport, 'The import.'] },
    run: async (context) => ({ import: await cancelMyDataImport(context) }),
  }),
];
