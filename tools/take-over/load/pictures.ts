import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pictureSizes } from '../../../src/domain/pictures/picture-sizes.ts';
import { Unusable } from '../bundle/unusable.ts';
import { isOurs, replaced, rows, sql } from './kind.ts';
import type { Kind } from './kind.ts';
import { pathOf } from './path-of.ts';
import { refusalOfFile } from './refusal-of-file.ts';

/** Pictures of posts, of which all sizes are made. */
export const pictures: Kind<'pictures'> = {
  async prepare({ id, post, file, created_date: date, urls }, around) {
    try {
      const bytes = readFileSync(around.bundle.pathOf(file));
      const { sizes, format, width, height } = await pictureSizes(bytes);
      const oldUrls = Object.entries(urls).flatMap(([size, url]) =>
        url === null ? [] : pathOf(url).map((path) => ({ path, size })),
      );
      const key = await around.storePicture({ ...sizes }, format);
      const row = {
        id,
        post_id: post,
        key,
        digest: hash('sha256', bytes),
        format,
        width,
        height,
        created_date: date,
        old_urls: oldUrls,
      };
      return { row, notes: [] };
    } catch (error) {
      throw new Unusable(`file ${refusalOfFile(error)}`);
    }
  },
  write: sql.write(
    'pictures',
    `with ${rows('id bigint, post_id bigint, key text, digest text, format text, width int, height int, created_date timestamptz, old_urls jsonb')}, p as (
       insert into picture (id, post_id, key, position, digest, format, width, height, created_date)
       select r.id, r.post_id, r.key, (select coalesce(max(o.position) + 1, 0) from picture o where o.post_id = r.post_id and o.id <> r.id)
         + row_number() over (partition by r.post_id order by r.id) - 1,
         decode(r.digest, 'hex'), r.format, r.width, r.height, coalesce(r.created_date, o.created_date)
       from r join post o on o.id = r.post_id
       on conflict (id) do update set ${replaced('post_id, key, digest, format, width, height, created_date')}
         where ${isOurs('pictures', 'picture.id')}
       returning id
     ), urls as (
       insert into old_url (path, picture_id, size) select distinct on (o.path) o.path, r.id, o.size
       from r join p using (id), jsonb_to_recordset(r.old_urls) as o(path text, size text) on conflict (path) do nothing
     ) select id from p`,
  ),
  stored: sql.stored('pictures', 'picture p', 'post_id, digest | key format width height, created_date', {
    digest: `encode(p.digest, 'hex')`,
  }),
  remove: sql.remove('pictures', 'delete from picture where id = any($1::bigint[]) returning id'),
};
