/** Pictures can be added, reordered and deleted over GraphQL, and users can have profile pictures. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { GraphqlAnswer } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import { noise, smallJpeg } from './images.ts';
import { addPicture, fetched } from './sending.ts';

const service = await testService();
let people: Cast;
beforeAll(async () => {
  people = await cast(service);
});

const postId = (post: number) => globalId('Post', post);
const pictureId = (id: number) => globalId('Picture', id);
const code = ({ errors }: GraphqlAnswer<unknown>) => errors[0]?.extensions.code;
const picturesOf = async (person: Person, post: number) => {
  const { data } = await as(person).graphql<{ post: { pictures: { databaseId: number }[] } | null }>(
    'query ($id: ID!) { post(id: $id) { pictures { databaseId } } }',
    { id: postId(post) },
  );
  return data?.post?.pictures.map(({ databaseId }) => databaseId);
};
const reorder = (person: Person, post: number, ids: number[]) =>
  as(person).graphql(
    'mutation ($i: ReorderPicturesInput!) { reorderPictures(input: $i) { post { pictures { databaseId } } } }',
    {
      i: { postId: postId(post), pictureIds: ids.map(pictureId) },
    },
  );
const remove = (person: Person, id: number) =>
  as(person).graphql('mutation ($i: DeletePictureInput!) { deletePicture(input: $i) { deletedId } }', {
    i: { id: pictureId(id) },
  });

describe('addPicture', () => {
  const document =
    'mutation ($i: AddPictureInput!) { addPicture(input: $i) { picture { width height post { id } originalUrl } } }';

  test('accepts a small file as base64', async () => {
    const { post } = await record(people.ann);
    const bytes = await smallJpeg(30, 20);
    const { data, errors } = await as(people.ann).graphql<{ addPicture: { picture: { originalUrl: string } } }>(
      document,
      {
        i: { postId: postId(post), picture: bytes.toString('base64') },
      },
    );
    expect(errors).toEqual([]);
    expect(data?.addPicture.picture).toMatchObject({ width: 30, height: 20, post: { id: postId(post) } });
    expect((await fetched(data?.addPicture.picture.originalUrl ?? '')).bytes.equals(bytes)).toBe(true);
  });

  test('refuses anything else, and large files', async () => {
    const { post } = await record(people.ann);
    const large = await noise(1500, 1500).jpeg({ quality: 95 }).toBuffer();
    expect(large.length).toBeGreaterThan(1024 * 1024);
    for (const picture of ['no base64!', 7, large.toString('base64')]) {
      const answer = await as(people.ann).graphql(document, { i: { postId: postId(post), picture } });
      expect([answer.data, code(answer)]).toEqual([null, 'INVALID']);
    }
    const text = await as(people.ann).graphql(document, { i: { postId: postId(post), picture: 'aGVsbG8=' } });
    expect(text.errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: { picture: 'must be a JPEG or PNG file' },
    });
    const bytes = (await smallJpeg()).toString('base64');
    expect(code(await as(people.bob).graphql(document, { i: { postId: postId(post), picture: bytes } }))).toBe(
      'NOT_FOUND',
    );
    expect(code(await nobody(service).graphql(document, { i: { postId: postId(post), picture: bytes } }))).toBe(
      'UNAUTHENTICATED',
    );
    expect(await picturesOf(people.ann, post)).toEqual([]);
  });
});

describe('reorderPictures', () => {
  test('changes the order for all readers, also over REST', async () => {
    const { post } = await record(people.ann);
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await addPicture(people.ann, post)).id);
    const turned = ids.toReversed();
    expect((await reorder(people.ann, post, turned)).data).toEqual({
      reorderPictures: { post: { pictures: turned.map((databaseId) => ({ databaseId })) } },
    });
    expect(await picturesOf(people.bob, post)).toEqual(turned);
    const listed = (await as(people.bob).get(`/picture/?post_id=${post}`)).json<{ objects: { id: number }[] }>();
    expect(listed.objects.map(({ id }) => id)).toEqual(turned);
    // One that comes later comes last.
    const late = (await addPicture(people.ann, post)).id;
    expect(await picturesOf(people.ann, post)).toEqual([...turned, late]);
  });

  test('requires each picture once, and a post of the viewer', async () => {
    const { post } = await record(people.ann);
    const [one, two] = [(await addPicture(people.ann, post)).id, (await addPicture(people.ann, post)).id];
    const elsewhere = (await addPicture(people.ann, (await record(people.ann)).post)).id;
    for (const ids of [[one], [one, one], [one, two, two], [one, two, elsewhere], [one, elsewhere], []])
      expect([ids, code(await reorder(people.ann, post, ids))]).toEqual([ids, 'INVALID']);
    expect(code(await reorder(people.bob, post, [two, one]))).toBe('NOT_FOUND');
    expect(await picturesOf(people.ann, post)).toEqual([one, two]);
  });

  test('applies one of two simultaneous orders completely', async () => {
    const { post } = await record(people.ann);
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push((await addPicture(people.ann, post)).id);
    const orders = [ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => reorder(people.ann, post, orders[i % 2] ?? [])),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(orders).toContainEqual(await picturesOf(people.ann, post));
  });
});

describe('deletePicture', () => {
  test('deletes the picture permanently, once', async () => {
    const { post } = await record(people.ann);
    const [gone, kept] = [await addPicture(people.ann, post), await addPicture(people.ann, post)];
    expect(code(await remove(people.bob, gone.id))).toBe('NOT_FOUND');
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(people.ann, gone.id)));
    expect(answers.map((answer) => code(answer) ?? 'done').sort()).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      'done',
    ]);
    expect(await picturesOf(people.ann, post)).toEqual([kept.id]);
    expect((await fetched(gone.detail)).status).toBe(404);
    expect((await fetched(kept.detail)).status).toBe(200);
    // The same file can be added anew.
    expect((await as(people.ann).get(`/picture/${gone.id}/`)).status).toBe(404);
  });
});

describe('profile pictures', () => {
  const urls = '{ user { profileImage225Url profileImage48Url } }';

  test('are set from a small file and removed', async () => {
    const picture = (await smallJpeg(300, 300)).toString('base64');
    type Urls = { user: { profileImage225Url: string | null; profileImage48Url: string | null } };
    const set = await as(people.ann).graphql<{ setProfilePicture: Urls }>(
      `mutation ($i: SetProfilePictureInput!) { setProfilePicture(input: $i) ${urls} }`,
      { i: { picture } },
    );
    const { profileImage225Url: large } = set.data?.setProfilePicture.user ?? {};
    expect((await fetched(large ?? '')).status).toBe(200);
    const removed = await as(people.ann).graphql(`mutation { removeProfilePicture ${urls} }`);
    expect(removed.data).toEqual({
      removeProfilePicture: { user: { profileImage225Url: null, profileImage48Url: null } },
    });
    expect((await fetched(large ?? '')).status).toBe(404);
    expect((await as(people.ann).get('/me/')).json()).toMatchObject({
      profile_image_225_url: '',
      profile_image_48_url: '',
    });
  });

  test('require one of file and upload', async () => {
    for (const i of [{}, { picture: '', uploadId: '' }, { picture: 'aGVsbG8=', uploadId: 'x' }]) {
      const answer = await as(people.ann).graphql(
        'mutation ($i: SetProfilePictureInput!) { setProfilePicture(input: $i) { user { id } } }',
        { i },
      );
      expect(code(answer)).toBe('INVALID');
    }
  });
});

describe('Post.pictures', () => {
  test('of a whole feed takes one statement, with and without pictures', async () => {
    const document = '{ feed(first: 20) { nodes { databaseId pictures { thumbnailUrl feedUrl width post { id } } } } }';
    const read = () => countStatements(service, () => as(people.bob).graphql(document));
    await read();
    const without = (await read()).filter((name) => name !== 'viewers_by_keys');
    for (let i = 0; i < 3; i++) {
      const { post } = await record(people.bob);
      for (let j = 0; j <= i; j++) await addPicture(people.bob, post);
    }
    const withSome = (await read()).filter((name) => name !== 'viewers_by_keys');
    expect(withSome).toEqual(without);
    expect(withSome.filter((name) => name === 'pictures_of_posts')).toHaveLength(1);
    expect(withSome).toHaveLength(2);
  });

  test('is found by node', async () => {
    const { post } = await record(people.ann);
    const { id } = await addPicture(people.ann, post);
    const document = 'query ($id: ID!) { node(id: $id) { id databaseId ... on Picture { post { databaseId } } } }';
    const { data } = await as(people.bob).graphql(document, { id: pictureId(id) });
    expect(data).toEqual({ node: { id: pictureId(id), databaseId: id, post: { databaseId: post } } });
  });
});
