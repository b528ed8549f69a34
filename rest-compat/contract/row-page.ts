import { Kind } from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import { makeDocumentScopes } from '../../schema/document-scopes.ts';
import type { FailureCode } from '../../src/errors.ts';
import { plainBytes, plainFields } from '../endpoint.ts';
import type { AnyRow } from '../endpoint.ts';
import { httpForms } from '../errors.ts';
import { mediaType } from '../formats/formats.ts';
import type { Answer, FieldType, Parameter, Parameters, RowDescription } from './description.ts';
import { deviationsOf } from './deviations.ts';
import { deviationLink } from './deviation-page.ts';
import { fieldTable, linkTo, typeText } from './record-page.ts';
import { tableOf } from './markdown.ts';

const budgets: Record<NonNullable<AnyRow['spends']>, string> = {
  upload: 'uploads',
  signIn: 'sign-ins',
  passwordMail: 'password mails',
};

/** A row of the contract as Markdown. Its facts are from the table of rows, and its meaning is from its description. */
export function rowText(label: string, row: AnyRow, description: RowDescription): string {
  const { about, query, headers, body, answers, errors } = description;
  return [
    `### \`${label}\``,
    about,
    factsOf(label, row, description).join('\n'),
    parameters('Parameter', query),
    parameters('Header', headers),
    parameters('Body field', body),
    `Answers:\n\n${answers.map(answerText).join('\n')}`,
    ...(errors ? [`Errors:\n\n${errorLines(errors).join('\n')}`] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What the table of rows says about a row: the items of a list. */
export function factsOf(label: string, row: AnyRow, { body }: RowDescription): string[] {
  const isBytes = row.takes !== undefined && !row.takes.includes('json');
  const formats = (row.takes ?? plainFields).map((format) => `\`${mediaType(format)}\``).join(', ');
  const deviating = deviationsOf(label).map(deviationLink);
  const most = `at most ${(row.maxBytes ?? plainBytes) / plainBytes} MiB`;
  return [
    ...(row.open ? ['- Needs no key.'] : []),
    ...(label.startsWith('PATCH') ? ['- Older clients send it as POST with `X-HTTP-Method-Override: PATCH`.'] : []),
    `- GraphQL: ${operationText(row)}.`,
    ...(row.open ? [] : [`- Scopes of the key: ${scopesText(row)}.`]),
    ...(body || isBytes ? [`- Body: ${formats}; ${most}.`] : []),
    ...(row.spends ? [`- Counts against the budget of ${budgets[row.spends]}.`] : []),
    ...(deviating.length > 0 ? [`- Not to the letter of the interface: ${deviating.join(', ')}.`] : []),
  ];
}

const scopesOf = makeDocumentScopes();

/** The scopes that a key must have for the row. */
function scopesText({ document }: AnyRow): string {
  const { certain, further } = scopesOf(document);
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return code(certain) + (further.length > 0 ? `; ${code(further)} for some answers` : '');
}

/** The root fields that the document of the row selects. */
function operationText({ document }: AnyRow): string {
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const fields = operation?.selectionSet.selections.flatMap((field) =>
    field.kind === Kind.FIELD ? [`\`${field.name.value}\``] : [],
  );
  return `${operation?.operation} ${fields?.join(', ')}`;
}

function parameters(name: string, described: Parameters | undefined): string {
  if (!described) return '';
  const rows = Object.entries(described).map(([key, parameter]) => [
    `\`${key}\``,
    parameterType(parameter),
    parameter.required ? 'required' : (parameter.default ?? ''),
    meaning(parameter),
  ]);
  return tableOf([name, 'Type', 'Default', 'Meaning'], rows);
}

function parameterType({ type }: Parameter): string {
  return type === 'route points' ? linkTo('Route point', 'list of route points') : typeText(type as FieldType);
}

function meaning({ values, about }: Parameter): string {
  const words = values?.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ');
  return [words && `${words}.`, about].filter(Boolean).join(' ');
}

function answerText({ status, body, location, when }: Answer): string {
  const [text, table] = bodyText(body);
  const header = location ? `; \`Location\` names ${location}` : '';
  return `- **${status}**${when ? ` (${when.replace(/\.$/, '')})` : ''}: ${text}${header}.${table ? `\n\n${table}\n` : ''}`;
}

function bodyText(body: Answer['body']): [text: string, table?: string] {
  if (body === 'empty') return ['no body'];
  if (body === 'GPX') return ['a GPX file'];
  if ('record' in body) return [linkTo(body.record)];
  if ('list' in body) return [`${linkTo('List envelope', 'list')} of ${linkTo(body.list)}`];
  if ('feed' in body) return [`${linkTo('Post list envelope', 'post list')} of ${linkTo(body.feed)}`];
  if ('array' in body) return [`an array of ${linkTo(body.array)}`];
  if (Object.keys(body.fields).length === 0) return ['an empty mapping'];
  return ['a mapping', fieldTable(body.fields)];
}

function errorLines(errors: NonNullable<RowDescription['errors']>): string[] {
  return Object.entries(errors).map(([code, when]) => {
    const { status, body } = httpForms[code as FailureCode];
    const form =
      typeof body === 'string' ? body : 'codeAndMessage' in body ? `code ${body.codeAndMessage}` : `code ${body.code}`;
    return `- **${status}** (${form}; \`${code}\` in GraphQL): ${when}`;
  });
}
