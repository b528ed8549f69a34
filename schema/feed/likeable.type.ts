import { Args, Field, ID, InterfaceType, Int } from 'type-graphql';
import { Node } from '../node.type.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { UserConnection } from '../people/user-connection.type.ts';

/** The description of `likedBy`, in the interface and in the types that implement it. */
export const aboutLikedBy =
  'The users who like it, in the order of their likes. Users with a block between you and them are left out.';

/** The descriptions of the other fields. */
export const insteadOfLikers = 'Use likedBy. It will be removed after 2027-12-31.';
export const aboutViewerLikes = 'Whether you like it.';
export const aboutLikeCount =
  'The number of users who like it, the same for everybody who may see it. `likedBy` has those whom you may see.';

/** What can be liked. A mutation answers it with its id, so that normalised caches update it. */
@InterfaceType({ implements: Node, description: 'Something that can be liked: a post or a comment.' })
export abstract class Likeable extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => Int, { description: aboutLikeCount })
  likeCount!: number;
  @Field(() => Boolean, { description: aboutViewerLikes })
  viewerLikes!: boolean;
  @Field(() => UserConnection, { description: aboutLikedBy })
  likedBy(@Args() _page: TwoWayPage): UserConnection {
    throw new Error('the types that implement it resolve it');
  }
}
