import type { ContentKind, SubjectKind } from '../../src/domain/moderation/subject.ts';
import type { NodeType } from '../global-id.ts';

/** The object types of everything that can be reported. */
export const typeOfSubject = {
  person: 'User',
  post: 'Post',
  comment: 'Comment',
  message: 'Message',
  picture: 'Picture',
} as const satisfies Record<SubjectKind, NodeType>;

/** The kind of what can be reported with this object type, or undefined if it cannot be. */
export function subjectKindOf(type: NodeType): SubjectKind | undefined {
  const kinds = Object.keys(typeOfSubject) as SubjectKind[];
  return kinds.find((kind) => typeOfSubject[kind] === type);
}

/** The kind of content with this object type, or undefined if it is not content. */
export function contentKindOf(type: NodeType): ContentKind | undefined {
  const kind = subjectKindOf(type);
  return kind === 'person' ? undefined : kind;
}
