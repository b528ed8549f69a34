/** An app of runners that is built on one client. What it shows comes from the cache of the client, where it has one. */
export interface App {
  signIn(email: string, password: string): Promise<void>;
  /** Reads the first page of the feed, two posts. @returns the texts of the posts that are shown then */
  openFeed(): Promise<string[]>;
  /** Reads the next page of the feed. @returns the texts of all posts that are shown then */
  readMore(): Promise<string[]>;
  /** Records a workout. @returns the texts of the posts that are shown then, with the new one on top */
  record(title: string, postBody: string): Promise<string[]>;
  /** Likes the post on top. @returns whether it is shown as liked, first while the answer is awaited if the client can do that */
  like(): Promise<boolean[]>;
  /** Comments on the post on top. @returns the number of its comments that is shown then */
  comment(text: string): Promise<number>;
  send(conversationId: string, text: string): Promise<void>;
  /** Receives the texts of messages from now on. */
  listen(receive: (text: string) => void): Promise<void>;
  /** Signs out, which ends the key. @returns how the service then refuses it */
  signOut(): Promise<string>;
  close(): unknown;
}
