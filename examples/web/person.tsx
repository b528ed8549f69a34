import type { ConversationPartsFragment, PersonPartsFragment } from './gql/graphql.ts';

export const nameOf = ({ firstName, lastName }: PersonPartsFragment): string => `${firstName} ${lastName}`;

/** The names of the others who take part. */
export function namesOf({ recipients, pastUsersInvolved }: ConversationPartsFragment, viewer: string): string {
  const others = recipients.filter(({ id }) => id !== viewer).map(nameOf);
  return [...others, ...pastUsersInvolved].join(', ') || 'Nobody else';
}

/** The picture of a person, or the initials. It is decoration: the name stands beside it. */
export function Portrait({ person }: { person: PersonPartsFragment }) {
  const initials = `${person.firstName.slice(0, 1)}${person.lastName.slice(0, 1)}`;
  return person.profileImage48Url ? (
    <img className="portrait" src={person.profileImage48Url} alt="" width={48} height={48} />
  ) : (
    <span className="portrait" aria-hidden="true">
      {initials}
    </span>
  );
}
