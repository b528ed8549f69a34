/** What the network states about the owner of a token. Everything except the id may be missing, and is not verified. */
export interface SocialPerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  /** Whether the network has verified the address. */
  emailVerified: boolean;
  /** In the form of the network, `MM/DD/YYYY`. */
  birthday: string | null;
  gender: string | null;
}

/**
 * A session with the network for the owner of one token, which is limited to five seconds from its creation. Methods
 * throw Failure SOCIAL_TOKEN_REJECTED, or SocialUnavailable when the network is down, slow or returns invalid answers.
 */
interface SocialSession {
  /** Returns the owner of the token, after checking that it was issued for the app of this service. */
  person(): Promise<SocialPerson>;
  /** Returns the ids of friends that the network lists, at most 5,000; those read so far if it fails in between. */
  friends(): Promise<string[]>;
  /** Posts a text on the page of the owner, and returns the id of the post. */
  publish(message: string): Promise<string>;
}

/** A social network (decisions R19). */
export interface SocialNetwork {
  /** The identifier that clients send as `social_network`. */
  readonly name: string;
  speakFor(token: string): SocialSession;
}
