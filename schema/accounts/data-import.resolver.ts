import { Ctx, Query, Resolver } from 'type-graphql';
import { findDataImport, importMyData, prepareDataImport } from '../../src/domain/accounts/import-my-data.ts';
import type { Context } from '../../src/domain/context.ts';
import { ArchiveUpload, DataImport } from './data-import.type.ts';
import { RootField } from '../root-field.ts';
import { input, mutation } from '../mutation.ts';

@Resolver()
export class DataImportResolver {
  @Query(() => DataImport, {
    nullable: true,
    description: 'Your latest import of an archive, for 30 days after it was over; null if there is none.',
  })
  @RootField({ scope: 'ACCOUNTS_READ' })
  dataImport(@Ctx() context: Context): Promise<DataImport | null> {
    return findDataImport(context);
  }
}

export const dataImportMutations = [
  mutation('prepareDataImport', {
    about:
      'Returns a URL to which an archive of `exportMyData` can be sent, five times a day. Call `importMyData` afterwards.',
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
      'your profile and preferences do not say yet. What is there already does not come in again. Nobody is notified.',
    // The archive brings things of many modules.
    scope: 'ALL',
    codes: ['NOT_FOUND'],
    // The archive is read, and its files are stored.
    cost: 500,
    input: input('The archive to bring in.', {
      uploadId: ['String!', 'The `uploadId` that `prepareDataImport` returned.'],
    }),
    payload: { import: [() => DataImport, 'The import, which `dataImport` shows as it goes on.'] },
    run: async (context, { uploadId }) => ({ import: await importMyData(context, uploadId) }),
  }),
];
