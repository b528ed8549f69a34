import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';

/**
 * The server beside which ours is measured: graphql-ws as its documentation shows it, a plain schema, an emitter within
 * the process. It keeps nothing, checks nothing, and executes once a subscriber. `POST /` publishes the body.
 */
const schema = buildSchema(`
  type Query { ok: Boolean }
  type User { id: ID! firstName: String! lastName: String! }
  type Workout { id: ID! title: String! distanceInMeters: Float durationInSeconds: Int! }
  type Post { id: ID! body: String! author: User! workout: Workout }
  type FeedPostAdded { cursor: String! post: Post! }
  type Subscription { feedPostAdded: FeedPostAdded! }
`);
const emitter = new EventEmitter();
emitter.setMaxListeners(0);
const subscription = schema.getSubscriptionType()?.getFields()['feedPostAdded'];
if (subscription)
  subscription.subscribe = async function* () {
    for await (const [post] of on(emitter, 'post')) yield { feedPostAdded: post as unknown };
  };

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += String(chunk)));
  request.on('end', () => {
    emitter.emit('post', JSON.parse(text));
    response.end();
  });
});
useServer({ schema }, new WebSocketServer({ server, path: '/graphql', perMessageDeflate: false }));
// Longer than a round: the bench reuses its connection.
server.keepAliveTimeout = 300_000;
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
