import { html } from '../../src/platform/html.ts';
import { globalId } from '../../schema/global-id.ts';
import type { ExampleIds } from '../../schema/examples/playground-examples.ts';

/** The page on which one person listens, and another one does something. */
export const liveBody = html`<main class="sides">
  <div>
    <h1>Events as they happen</h1>
    <section class="panel" aria-label="Listen">
      <div class="pair">
        <div class="field">
          <label for="listener">Who listens</label
          ><select id="listener"></select>
        </div>
        <div class="field">
          <label for="subscription">To what</label
          ><select id="subscription"></select>
        </div>
      </div>
      <pre id="subscription-document" class="short" tabindex="0"></pre>
      <p id="state" role="status" class="soft"></p>
    </section>
    <section class="panel" aria-label="Do something">
      <div class="field">
        <label for="actor">Who does something</label
        ><select id="actor"></select>
      </div>
      <div id="acts" class="acts"></div>
      <p class="soft">
        What happens in another tab of the browser arrives as well: a workout that the editor records, or one that curl
        uploads.
      </p>
      <div id="done" aria-live="polite"></div>
    </section>
  </div>
  <section aria-label="Events">
    <h2>Arrived</h2>
    <ol id="events" class="events" reversed aria-live="polite"></ol>
  </section>
</main>`;

/** A document of the page. `NOW` in the variables is replaced by the time of half an hour before. */
interface LiveDocument {
  title: string;
  query: string;
  variables: Record<string, unknown>;
}

export const liveSubscriptions: readonly LiveDocument[] = [
  {
    title: 'posts of friends',
    query: `subscription {
  feedPostAdded(type: FRIENDS) {
    cursor
    post { author { firstName } body workout { title distanceInMeters } }
  }
}`,
    variables: {},
  },
  {
    title: 'comments and likes',
    query: `subscription {
  postChanged {
    cursor
    post { body likeCount commentCount }
  }
}`,
    variables: {},
  },
  {
    title: 'messages',
    query: `subscription {
  messageAdded {
    cursor
    message { user { firstName } message }
  }
}`,
    variables: {},
  },
  {
    title: 'notifications',
    query: `subscription {
  notificationAdded {
    cursor
    notification { kind actors { firstName } }
  }
}`,
    variables: {},
  },
];

/** What people can do, as mutations. */
export function liveActs(owner: { userId: number; firstName: string }, ids: ExampleIds): LiveDocument[] {
  const postId = globalId('Post', ids.publicPost ?? 0);
  return [
    {
      title: 'Record a run',
      query: `mutation($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { title } } }`,
      variables: {
        input: {
          title: 'Round the block',
          postBody: 'Live from the playground.',
          runDate: 'NOW',
          runType: 'SLOW',
          privacy: 'FRIENDS',
          distanceInMeters: 3200,
          durationInSeconds: 1150,
        },
      },
    },
    {
      title: `Comment on ${owner.firstName}’s run`,
      query: `mutation($input: AddCommentInput!) { addComment(input: $input) { comment { comment } } }`,
      variables: { input: { postId, comment: 'See you on the next one!' } },
    },
    {
      title: `Like or unlike ${owner.firstName}’s run`,
      query: `mutation($input: ToggleLikeInput!) { toggleLike(input: $input) { liked likeCount } }`,
      variables: { input: { id: postId } },
    },
    {
      title: `Write to ${owner.firstName}`,
      query: `mutation($input: StartConversationInput!) { startConversation(input: $input) { conversation { id } } }`,
      variables: { input: { recipientIds: [globalId('User', owner.userId)], message: 'Running on Sunday?' } },
    },
  ];
}
