import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pictureSizes } from '../../../src/domain/pictures/picture-sizes.ts';
import { Unusable } from '../bundle/unusable.ts';
import { rows, rowsOf } from './kind.ts';
import type { Kind } from './kind.ts';
import { pathOf } from './path-of.ts';
import { convertedPicture } from './converted-picture.ts';
import { refusalOfFile } from './refusal-of-file.ts';
import { Table } from './table.ts';

const picture = new Table('picture', 'pictures', {
  made: ['key', 'digest', 'format', 'width', 'height'],
  values: {
    position: `(select coalesce(max(o.position) + 1, 0) from picture o where o.post_id = r.post_id and o.id <> r.id)
      + row_number() over (partition by r.post_id order by r.id) - 1`,
    created_date: 'coalesce(r.created_date, o.created_date)',
  },
});

/** Pictures of posts, of which all sizes are made. */
export const pictures: Kind<'pictures'> = {
  ...rowsOf('pictures', {
    from: { p: picture },
    write: `${rows(picture, 'old_urls jsonb')}, p as (
       ${picture.upsert('from r join post o on o.id = r.post_id', 'position')}
     ), urls as (
       insert into old_url (path, picture_id, size) select distinct on (o.path) o.path, r.id, o.size
       from r join p using (id), jsonb_to_recordset(r.old_urls) as o(path text, size text) on conflict (path) do nothing
     ) select id from p`,
    groups: { digest: [[], ['key', 'format', 'width', 'height']] },
    apart: { position: 'it is the place among the pictures that are here' },
  }),
  async prepare(record, around) {
    try {
      const path = around.bundle.pathOf(record.file);
      const { bytes, note } = await convertedPicture(path);
      const { sizes, format, width, height } = await pictureSizes(bytes);
      const oldUrls = Object.entries(record.urls).flatMap(([size, url]) =>
        url === null ? [] : pathOf(url).map((path) => ({ path, size })),
      );
      const key = await around.storePicture({ ...sizes }, format);
      const made = { key, digest: hash('sha256', readFileSync(path)), format, width, height };
      return {
        row: { ...picture.rowOf(record), ...made, old_urls: oldUrls },
        notes: note === null ? [] : [`file ${note}`],
      };
    } catch (error) {
      throw new Unusable(`file ${refusalOfFile(error)}`);
    }
  },
};
