import { html } from '../../src/platform/html.ts';
import { globalId } from '../../schema/global-id.ts';
import type { ExampleIds } from '../../schema/examples/playground-examples.ts';

/** The page on which five people run the same document. */
export const peopleBody = html`<main>
  <h1>One document, five people</h1>
  <p id="about" class="lead"></p>
  <form id="document-form" class="panel">
    <div class="row">
      <label for="example">Example</label
      ><select id="example"></select>
      <button id="run" type="submit">Run as all five</button>
    </div>
    <div class="editors">
      <div>
        <label for="document">Document</label
        ><textarea id="document" spellcheck="false" autocapitalize="off"></textarea>
      </div>
      <div>
        <label for="variables">Variables</label
        ><textarea id="variables" spellcheck="false" autocapitalize="off"></textarea>
      </div>
    </div>
  </form>
  <section id="answers" class="columns" aria-live="polite" aria-label="Answers"></section>
</main>`;

/** A document of which people see different parts. */
interface PrivacyExample {
  title: string;
  about: string;
  query: string;
  variables: Record<string, unknown>;
}

/** The documents of the page, about what belongs to the owner. */
export function privacyExamples(owner: { userId: number; firstName: string }, ids: ExampleIds): PrivacyExample[] {
  const user = globalId('User', owner.userId);
  const of = (type: Parameters<typeof globalId>[0], id: number | null) => globalId(type, id ?? 0);
  const name = owner.firstName;
  return [
    {
      title: 'Three posts: public, friends, private',
      about: `${name} has posted three runs, each with another privacy. What a person may not see is null, as if it did not exist.`,
      query: `query ThreePosts($public: ID!, $friends: ID!, $private: ID!) {
  public: post(id: $public) { ...shown }
  friends: post(id: $friends) { ...shown }
  private: post(id: $private) { ...shown }
}

fragment shown on Post {
  privacy
  viewerCanEdit
  workout { title distanceInMeters }
}
`,
      variables: {
        public: of('Post', ids.publicPost),
        friends: of('Post', ids.friendsPost),
        private: of('Post', ids.privatePost),
      },
    },
    {
      title: 'A profile',
      about: `Birth date and weight are for ${name} and friends, the address for ${name} alone. Others see the place only roughly.`,
      query: `query Profile($id: ID!) {
  user(id: $id) {
    firstName
    email
    unreadMessages
    profile { dateOfBirth weight locationName locationLat }
    friendship { status }
    viewerHasBlocked
  }
}
`,
      variables: { id: user },
    },
    {
      title: 'The number of runs',
      about: 'Even numbers count only what a person may see.',
      query: `query Runs($id: ID!) {
  user(id: $id) {
    workouts(first: 3, orderBy: RUN_DATE_ASC) {
      totalCount
      nodes { id privacy title }
    }
  }
}
`,
      variables: { id: user },
    },
    {
      title: 'A search',
      about: 'A block hides two people from each other in searches too.',
      query: `query Search($q: String!) {
  searchUsers(q: $q) {
    totalCount
    nodes { id firstName lastName }
  }
}
`,
      variables: { q: name },
    },
    {
      title: 'A conversation',
      about: 'Only those who take part in a conversation can read it.',
      query: `query Conversation($id: ID!) {
  conversation(id: $id) {
    recipients { firstName }
    messages(first: 4) { nodes { user { firstName } message } }
  }
}
`,
      variables: { id: of('Conversation', ids.conversation) },
    },
    {
      title: 'The queue of the staff',
      about: 'Reports are read by staff only. Somebody has reported an account.',
      query: `query Queue {
  moderationQueue(first: 5) {
    totalCount
    nodes { kind personName reportCount reports { reason text } }
  }
}
`,
      variables: {},
    },
  ];
}
