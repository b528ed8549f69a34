/** What an app does on any client, and what is printed of it for `installed.slow.test.ts`. */

const post = 'id body viewerLikes commentCount';

/** The documents, each with one root field. */
const documents = {
  signIn: 'mutation SignIn($input: SignInInput!) { signIn(input: $input) { apiKey user { id firstName } } }',
  feed: `query Feed($first: Int, $after: String) { feed(first: $first, after: $after) { nodes { ${post} } pageInfo { endCursor hasNextPage } } }`,
  recordWorkout: `mutation Record($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id title post { ${post} } } } }`,
  likePost: 'mutation Like($input: LikePostInput!) { likePost(input: $input) { post { id viewerLikes } } }',
  addComment:
    'mutation Comment($input: AddCommentInput!) { addComment(input: $input) { comment { id post { id commentCount } } } }',
  signOut: 'mutation SignOut { signOut { done } }',
};

/**
 * Tries an app. The arguments of the program are the address of the service, and the email and the password of a runner.
 * @param open makes a client with a key: `run` sends a document and returns the value of its root field, and `extensionsOf` has the extensions
 *   of the first error of what it rejects with
 */
export async function tryApp(open) {
  const [url, email, password] = process.argv.slice(2);
  let app = await open(url);
  const run = (name, variables = {}) => app.run(name, documents[name], variables);
  const { apiKey, user } = await run('signIn', { input: { email, password } });
  app = await open(url, apiKey);
  const pages = [];
  for (let after = null; pages.length < 2;) {
    const { nodes, pageInfo } = await run('feed', { first: 2, after });
    pages.push(nodes.map(({ body }) => body));
    after = pageInfo.endCursor;
  }
  const workout = { title: 'Run', runDate: new Date().toISOString(), runType: 'SLOW', durationInSeconds: 1800 };
  const { workout: recorded } = await run('recordWorkout', { input: { ...workout, postBody: 'Mine' } });
  const { post: liked } = await run('likePost', { input: { id: recorded.post.id } });
  const { comment } = await run('addComment', { input: { postId: recorded.post.id, comment: 'Well done' } });
  const refused = await run('recordWorkout', { input: { ...workout, title: '' } }).catch(app.extensionsOf);
  await run('signOut');
  const ended = await run('feed', { first: 1, after: null }).catch(app.extensionsOf);
  const found = {
    firstName: user.firstName,
    pages,
    recorded: recorded.post.body,
    liked: liked.viewerLikes,
    comments: comment.post.commentCount,
    refused: [refused.code, Object.keys(refused.fields ?? {})],
    ended: ended.code,
  };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  process.exit(0);
}
