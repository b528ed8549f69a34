import createClient from 'openapi-fetch';
import type { paths } from './generated.ts';
import type { RestApp } from './rest-app.ts';

/** The app on a service. */
export function restApp(url: string): RestApp {
  let key = '';
  const client = createClient<paths>({ baseUrl: `${url}/api/v1` });
  client.use({
    onRequest({ request }) {
      if (key) request.headers.set('Authorization', `Bearer ${key}`);
      return request;
    },
  });

  function found<Data>({ data, response }: { data?: Data; response: Response }): Data {
    if (data === undefined) throw new Error(`refused with ${response.status}`);
    return data;
  }
  const run = (title: string) =>
    ({
      title,
      run_type: 'Tempo',
      run_date: '2024-05-01T07:00:00Z',
      duration_in_seconds: 1800,
      distance_in_meters: 5000,
    }) as const;

  return {
    async signIn(email, password) {
      const { username, api_key } = found(await client.POST('/account/login/', { body: { email, password } }));
      key = api_key;
      return username;
    },
    async nameOf() {
      const { first_name, last_name } = found(await client.GET('/me/', { params: { query: { full: 1 } } }));
      return `${first_name} ${last_name}`;
    },
    async record(title) {
      return found(await client.POST('/workout/', { body: run(title) }));
    },
    async recordAgain(title) {
      const { error, response } = await client.POST('/workout/', { body: run(title) });
      if (!Array.isArray(error)) throw new Error('the run was recorded twice');
      const [code] = error;
      return { code: String(code), location: response.headers.get('Location') };
    },
    async newestPosts() {
      const { meta, objects } = found(await client.GET('/post/', { params: { query: { type: 'friends', limit: 5 } } }));
      if (meta.feed_type !== 'friends') throw new Error(meta.feed_type);
      return objects;
    },
    async rename(id, first_name) {
      const path = { user_id: id };
      const { response } = await client.PATCH('/user/{user_id}/', { params: { path }, body: { first_name } });
      return response.status;
    },
    async renameByPost(id, first_name) {
      const params = { path: { user_id: id }, header: { 'X-HTTP-Method-Override': 'PATCH' } } as const;
      const { response } = await client.POST('/user/{user_id}/', { params, body: { first_name } });
      return response.status;
    },
    async comment(post_id, comment) {
      const { response } = await client.POST('/comment/', { body: { post_id, comment } });
      return response.status;
    },
    signOut() {
      key = '';
    },
  };
}
