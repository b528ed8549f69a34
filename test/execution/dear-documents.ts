/** Documents that are short and take long to check, and documents of real clients that are similar to them. */

const many = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join(' ');
const fields = ['id', 'username', 'firstName', 'lastName', 'email', 'databaseId', 'dateJoined'];
const own = (n: number) => `fragment F${n} on User { ${fields[n % fields.length]} }`;
const spreads = (count: number, from = 0) => many(count, (n) => `...F${n + from}`);

/** Each is refused before it is checked. */
export const dearDocuments: [what: string, document: string][] = [
  ['many fragments of their own', `{ me { ${spreads(300)} } } ${many(300, own)}`],
  [
    'two halves of fragments',
    `{ me { ...A ...B } } fragment A on User { ${spreads(150)} } fragment B on User { ${spreads(150, 150)} } ${many(300, own)}`,
  ],
  ['a chain of fragments', `{ me { ...F0 } } ${many(280, (n) => `${own(n).slice(0, -1)} ...F${n + 1} }`)} ${own(280)}`],
  ['fragments that do not exist', `{ me { ${spreads(1400)} } }`],
  [
    'fragments beside many fields',
    `{ me { ${many(30, (n) => `a${n}: id`)} ${'id '.repeat(600)} ${spreads(150)} } } ${many(150, own)}`,
  ],
  [
    'the same fragments in many places',
    `{ me { friends { nodes { ${many(60, () => 'friendship { requester { ...All } }')} } } } } fragment All on User { ${spreads(90)} } ${many(90, own)}`,
  ],
  [
    'many operations with the same fragments',
    `${many(150, (n) => `query Q${n} { me { ...All } }`)} fragment All on User { ${spreads(150)} } ${many(150, own)}`,
  ],
  [
    'many operations with the same variable',
    `${many(100, (n) => `query Q${n}($a: Boolean!) { ...All }`)} fragment All on Query { me { ${many(100, () => '... @include(if: $a) { id }')} } }`,
  ],
  [
    'fragments that double',
    `{ ...F0 } ${many(60, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F60 on Query { me { id } }`,
  ],
  [
    'fragments that double in places of their own',
    `{ me { ...F0 } } ${many(20, (n) => `fragment F${n} on User { friends { nodes { ...F${n + 1} } } friendship { requester { ...F${n + 1} } } }`)} fragment F20 on User { id }`,
  ],
  ['equal fields with long arguments', `{ ${many(40, () => `nodes(ids: [${'"x" '.repeat(60)}]) { id }`)} }`],
];

/** Each is accepted, with a key and without one. */
export const ordinaryDocuments: [what: string, document: string][] = [
  ['fifty fragments side by side', `{ me { ${spreads(50)} } } ${many(50, own)}`],
  [
    'fifty fragments with common fields',
    `{ me { ${spreads(50)} } } ${many(50, (n) => `fragment F${n} on User { __typename id firstName }`)}`,
  ],
  [
    'fifty fragments in each other',
    `{ me { ...F0 } } ${many(50, (n) => `${own(n).slice(0, -1)} ...F${n + 1} }`)} ${own(50)}`,
  ],
  [
    'twenty operations',
    `${many(20, (n) => `query Q${n} { me { ...A ...B } }`)} fragment A on User { id firstName } fragment B on User { id lastName }`,
  ],
];
