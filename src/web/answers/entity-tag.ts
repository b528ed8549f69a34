import { hash } from 'node:crypto';

/** The number of characters of a tag: 96 bits. */
const length = 16;

/**
 * The entity tag of an answer, made of its content. It is weak, because it is the same for each content coding, and because a
 * GraphQL answer has its cost beside its data.
 */
export function tagOf(content: string): string {
  return `W/"${hash('sha1', content, 'base64url').slice(0, length)}"`;
}

/** Whether `If-None-Match` names the tag: in a list, by `*`, and regardless of which of the two is weak (RFC 9110, 13.1.2). */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = withoutWeakness(tag);
  return header.trim() === '*' || header.split(',').some((one) => withoutWeakness(one.trim()) === opaque);
}

const withoutWeakness = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag);
