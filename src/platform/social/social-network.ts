/** What the network says about the owner of a token. Everything but the id may be missing, and is only what they say. */
export interface SocialPerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  /** Whether the network has checked that the address is theirs. */
  emailVerified: boolean;
  /** As the network writes it, `MM/DD/YYYY`. */
  birthday: string | null;
  gender: string | null;
}

/**
 * The network, spoken to in the name of one token's owner: five seconds in all from the moment it is made. Methods throw
 * Failure SOCIAL_TOKEN_REJECTED, or SocialUnavailable when the network is down, slow or answers nonsense.
 */
interface SocialSession {
  /** Whose token it is, once it is certain that it was issued for our app. */
  person(): Promise<SocialPerson>;
  /** Ids of their friends as far as the network tells, at most 5,000; those read so far when it fails midway. */
  friends(): Promise<string[]>;
  /** Posts a text on their page; the id of the post. */
  publish(message: string): Promise<string>;
}

/** A social network (decisions R19). */
export interface SocialNetwork {
  /** The identifier that clients send as `social_network`. */
  readonly name: string;
  speakFor(token: string): SocialSession;
}
