/**
 * Thrown for a document that cannot be read: it is not well-formed, nested too deeply, in the wrong encoding, or hostile. The message
 * is a few words that say what is wrong, and where if that is easy to find. It may quote the document, so whoever shows it to
 * people makes it one line.
 */
export class MalformedRecording extends Error {
  override readonly name = 'MalformedRecording';
}
