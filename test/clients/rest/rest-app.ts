/** What an app does with the client that openapi-fetch makes of the OpenAPI document. */
export interface RestApp {
  signIn(email: string, password: string): Promise<string>;
  nameOf(): Promise<string>;
  record(title: string): Promise<{ id: number; title: string; distance_in_meters: string | null }>;
  /** Records the same run again. Returns the code of the refusal, and the address of the run. */
  recordAgain(title: string): Promise<{ code: string; location: string | null }>;
  newestPosts(): Promise<{ id: number; workout: { title: string } | null }[]>;
  /** Returns the status of the answer, as the following ones do. */
  rename(id: number, firstName: string): Promise<number>;
  /** The same with the method that older apps send. */
  renameByPost(id: number, firstName: string): Promise<number>;
  comment(post: number, text: string): Promise<number>;
  signOut(): void;
}
