/** What the page at `/import` asks GraphQL. It is known where only registered documents are accepted. */
export const importDocuments = {
  latest:
    'query ImportPage { me { firstName preferences { distance } } dataImport { state total done added duplicates refusedCount reason } }',
  prepare: 'mutation ImportPagePrepares { prepareDataImport { upload { uploadId uploadUrl } } }',
  begin: 'mutation ImportPageBegins($input: ImportMyDataInput!) { importMyData(input: $input) { import { state } } }',
  cancel: 'mutation ImportPageCancels { cancelMyDataImport { import { state } } }',
  results: `query ImportPageResults($after: String) {
    dataImport { results(first: 50, after: $after) {
      nodes { file outcome reason workout { title runDate localStart { startDate } distanceInMeters polyline } }
      pageInfo { endCursor }
    } }
  }`,
} as const;
