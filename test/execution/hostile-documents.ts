import { limits } from '../../schema/execution/limits.ts';

const repeated = (count: number, of: string) => of.repeat(count);

/** Documents that are none, or take too long to parse or validate. */
export const refusedDocuments: [what: string, document: string][] = [
  ['a fragment in itself', '{ me { ...A } } fragment A on User { id ...A }'],
  ['fragments in a circle', '{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }'],
  ['a circle with fields', '{ me { ...A } } fragment A on User { friends { nodes { ...A } } }'],
  ['very many directives', `{ me { id ${repeated(1000, '@skip(if: false) ')} } }`],
  ['very many unknown directives', `{ me { id ${repeated(1400, '@x ')} } }`],
  ['very many fields', `{ me { ${repeated(4000, 'id ')} } }`],
  ['very many braces', `${repeated(2900, '{ me ')}`],
  ['very many lists', `{ nodes(ids: ${repeated(2900, '[')}) { id } }`],
  [
    'a deep look at the schema',
    `{ __schema { types { ${repeated(20, 'fields { type { ')} name ${repeated(20, '} } ')} } } }`,
  ],
  ['a long comment', `{ me { id } } # ${repeated(limits.characters, 'x')}`],
  ['a long string', `{ node(id: "${repeated(limits.characters, 'x')}") { id } }`],
  ['a long name', `{ me { ${repeated(limits.characters, 'x')} } }`],
];

const same = (count: number, of: string) => repeated(count, `${of} `);

/** Each pair of fields of one name is compared with each other when a document is validated. */
export const equalNames: [what: string, document: string][] = [
  ['in one place', `{ me { friends { nodes { ${same(360, 'friends { nodes { id } }')} } } } }`],
  ['in nested places', `{ ${same(16, `me { ${same(16, 'friends { totalCount }')} }`)} }`],
  ['in inline fragments', `{ me { ${same(220, '... on User { id }')} } }`],
  ['by an alias', `{ me { ${same(220, 'a: id')} } }`],
  [
    'in fragments',
    `{ me { ${Array.from({ length: 80 }, (_, i) => `...F${i}`).join(' ')} } } ${Array.from({ length: 80 }, (_, i) => `fragment F${i} on User { id id id }`).join(' ')}`,
  ],
  [
    'in fragments in fragments',
    `{ me { ...F0 } } ${Array.from({ length: 30 }, (_, i) => `fragment F${i} on User { friends { nodes { ...F${i + 1} } } friendship { requester { ...F${i + 1} } requested { ...F${i + 1} } } }`).join(' ')} fragment F30 on User { id }`,
  ],
];
