/** Runs an operation with one of the clients of this page. */
type Run = (document: string, variables: Record<string, unknown>) => Promise<Record<string, never>>;

const prepare = `mutation Prepare($postId: ID!) {
  preparePictureUpload(input: { postId: $postId }) { upload { uploadUrl uploadId } }
}`;
const complete = `mutation Complete($uploadId: String!) {
  completePictureUpload(input: { uploadId: $uploadId }) { picture { id feedUrl } }
}`;

/**
 * Adds a JPEG or PNG file to a post: prepare, send the bytes, complete. Each of the steps can be repeated.
 * @throws Error with the sentence of the service if it does not accept the file
 */
export async function addPicture(run: Run, postId: string, file: Blob): Promise<{ id: string; feedUrl: string }> {
  const { upload } = (await run(prepare, { postId }))['preparePictureUpload'] as never as {
    upload: { uploadUrl: string; uploadId: string };
  };
  // The URL contains the permission: no key is sent.
  const sent = await fetch(upload.uploadUrl, { method: 'PUT', body: file });
  if (!sent.ok) throw new Error(await sent.text());
  const { uploadId } = upload;
  const completed = (await run(complete, { uploadId }))['completePictureUpload'] as never as {
    picture: { id: string; feedUrl: string };
  };
  return completed.picture;
}
