import { useMutation, useQuery } from '@apollo/client/react';
import { feed, likePost, unlikePost } from './documents.ts';
import type { PostPartsFragment } from './gql/graphql.ts';
import { nameOf, Portrait } from './person.tsx';
import { hrefOf } from './route.ts';
import { Screen } from './screen.tsx';
import { TrackMap } from './track-map.tsx';
import { Trouble } from './trouble.tsx';
import { clock, useFormat, when } from './units.ts';

/** The posts of the viewer and of friends, newest first. New ones appear at the top (`live.tsx`). */
export function Feed() {
  const { data, error, loading, fetchMore, refetch } = useQuery(feed);
  const page = data?.feed;
  return (
    <Screen title="Feed">
      {error && !page && <Trouble error={error} onRetry={() => void refetch()} />}
      {loading && !page && <p className="wait">Loading …</p>}
      {page?.edges.length === 0 && <p>Nobody has posted anything yet.</p>}
      <ol className="feed" aria-label="Posts">
        {page?.edges.map(({ node }) => (
          <li key={node.id}>
            <Post post={node} />
          </li>
        ))}
      </ol>
      {page?.pageInfo.hasNextPage && (
        <button
          type="button"
          className="plain more"
          onClick={() => void fetchMore({ variables: { after: page.pageInfo.endCursor } })}
        >
          Older posts
        </button>
      )}
    </Screen>
  );
}

function Post({ post }: { post: PostPartsFragment }) {
  const format = useFormat();
  const { author, workout, body, createdDate, commentCount } = post;
  return (
    <article className="card post">
      <header>
        <Portrait person={author} />
        <div>
          <strong>{nameOf(author)}</strong>
          <time dateTime={createdDate}>{when(createdDate)}</time>
        </div>
      </header>
      {workout && (
        <h2>
          <a href={hrefOf('run', workout.id)}>{workout.title}</a>
        </h2>
      )}
      {body && <p>{body}</p>}
      {workout?.polyline && <TrackMap polyline={workout.polyline} label={`Map of ${workout.title}`} small />}
      {workout && (
        <p className="figures">
          <span>{format.distance(workout.distanceInMeters)}</span>
          <span>{clock(workout.durationInSeconds)}</span>
          <span>{format.pace(workout.durationInSeconds, workout.distanceInMeters)}</span>
        </p>
      )}
      <footer>
        <Like post={post} />
        <span>{commentCount === 1 ? '1 comment' : `${commentCount} comments`}</span>
      </footer>
    </article>
  );
}

/** A like is shown before it is answered. */
function Like({ post: { id, viewerLikes, likeCount } }: { post: PostPartsFragment }) {
  const [send] = useMutation(viewerLikes ? unlikePost : likePost);
  const post = { __typename: 'Post', id, viewerLikes: !viewerLikes, likeCount: likeCount + (viewerLikes ? -1 : 1) };
  const payload = { __typename: 'LikePostPayload', post };
  const optimisticResponse = (viewerLikes ? { unlikePost: payload } : { likePost: payload }) as never;
  return (
    <button
      type="button"
      className="plain like"
      aria-pressed={viewerLikes}
      onClick={() => void send({ variables: { id }, optimisticResponse }).catch(() => null)}
    >
      <span aria-hidden="true">{viewerLikes ? '♥' : '♡'}</span> {likeCount === 1 ? '1 like' : `${likeCount} likes`}
    </button>
  );
}
