import type { Declared, Member, Shape } from './model.ts';

/** An operation of an app, as it is exported. */
export interface Exported {
  name: string;
  /** The id by which the service knows the document when the manifest is registered. */
  id: string;
  text: string;
  variables: readonly Member[];
  result: readonly Member[];
}

/** What differs between the two languages. */
interface Language {
  scalars: Readonly<Record<string, string>>;
  list: (item: string) => string;
  /** Names that cannot be used as they are. */
  reserved: ReadonlySet<string>;
  enumOf: (name: string, values: readonly string[]) => string;
  /** A type with members, of which each is written already, and others inside of it. */
  typeOf: (name: string, members: readonly string[], inner: readonly string[], indent: string) => string;
  member: (name: string, type: string, isNullable: boolean) => string;
  operation: (exported: Exported, inner: readonly string[]) => string;
  head: string;
}

const words = (text: string) => new Set(text.split(' '));

const swift: Language = {
  scalars: {
    ID: 'String',
    String: 'String',
    Boolean: 'Bool',
    Int: 'Int',
    Float: 'Double',
    DatabaseId: 'Int',
    Track: '[TrackPoint]',
  },
  list: (item) => `[${item}]`,
  reserved: words(
    'as case class default do extension for func import in init internal is let open operator private protocol public repeat return self static struct switch throw var where while',
  ),
  enumOf: (name, values) =>
    `public enum ${name}: String, Codable {\n${values.map((value) => `  case ${value}`).join('\n')}\n}`,
  typeOf: (name, members, inner, indent) =>
    `${indent}public struct ${name}: Codable {\n${[...members.map((each) => `${indent}  ${each}`), ...inner].join('\n')}\n${indent}}`,
  member: (name, type, isNullable) => `public var ${name}: ${type}${isNullable ? '?' : ''}`,
  operation: ({ name, id, text }, inner) =>
    `public enum ${name} {\n  public static let id = "${id}"\n  public static let document = #"""\n${text}\n"""#\n${inner.join('\n')}\n}`,
  head: `import Foundation\n\npublic struct TrackPoint: Codable {\n  public var lat: Double\n  public var lng: Double\n  public var time: String?\n  public var elev: Double?\n}`,
};

const kotlin: Language = {
  scalars: {
    ID: 'String',
    String: 'String',
    Boolean: 'Boolean',
    Int: 'Int',
    Float: 'Double',
    DatabaseId: 'Long',
    Track: 'List<TrackPoint>',
  },
  list: (item) => `List<${item}>`,
  reserved: words(
    'as class do else false for fun if in interface is null object package return super this throw true try typealias val var when while',
  ),
  enumOf: (name, values) => `@Serializable\nenum class ${name} { ${values.join(', ')} }`,
  typeOf: (name, members, inner, indent) => {
    const body = inner.length > 0 ? ` {\n${inner.join('\n')}\n${indent}}` : '';
    // A data class has a member at least.
    const head =
      members.length > 0
        ? `data class ${name}(\n${members.map((each) => `${indent}  ${each},`).join('\n')}\n${indent})`
        : `class ${name}`;
    return `${indent}@Serializable\n${indent}${head}${body}`;
  },
  member: (name, type, isNullable) => `val ${name}: ${type}${isNullable ? '? = null' : ''}`,
  operation: ({ name, id, text }, inner) =>
    `object ${name} {\n  const val ID = "${id}"\n  const val DOCUMENT = """${text.replaceAll('$', () => "${'$'}")}"""\n${inner.join('\n')}\n}`,
  head: `import kotlinx.serialization.Serializable\n\n@Serializable\ndata class TrackPoint(val lat: Double, val lng: Double, val time: String? = null, val elev: Double? = null)`,
};

/** The operations of an app with their types, as one file. */
export const swiftOf = (operations: readonly Exported[], declared: Declared) => fileOf(swift, operations, declared);
export const kotlinOf = (operations: readonly Exported[], declared: Declared) => fileOf(kotlin, operations, declared);

function fileOf(language: Language, operations: readonly Exported[], declared: Declared): string {
  const { enums, inputs } = declared;
  const typed = (name: string, members: readonly Member[], indent: string) =>
    typeText(language, declared, name, members, indent);
  const parts = operations.map((each) =>
    language.operation(each, [typed('Variables', each.variables, '  '), typed('Result', each.result, '  ')]),
  );
  const shared = [
    ...[...enums].map(([name, values]) => language.enumOf(name, values)),
    ...[...inputs].map(([name, fields]) => typed(name, fields, '')),
  ];
  return `${[language.head, ...shared, ...parts].join('\n\n')}\n`;
}

function typeText(
  language: Language,
  declared: Declared,
  name: string,
  members: readonly Member[],
  indent: string,
): string {
  const inner: string[] = [];
  const typeOf = (member: string, { of, isList, isItemNullable }: Shape): string => {
    let written: string;
    if (typeof of === 'string')
      written = language.scalars[of] ?? (declared.enums.has(of) || declared.inputs.has(of) ? of : 'String');
    else {
      // It has a name of its own inside of `name`, which may not be that of the type around it.
      const capital = `${member.slice(0, 1).toUpperCase()}${member.slice(1)}`;
      written = capital === name ? `${capital}Object` : capital;
      inner.push(typeText(language, declared, written, of, `${indent}  `));
    }
    return isList ? language.list(isItemNullable ? `${written}?` : written) : written;
  };
  const lines = members.map(({ name: member, shape }) => {
    const safe = language.reserved.has(member) ? `\`${member}\`` : member;
    return language.member(safe, typeOf(member, shape), shape.isNullable);
  });
  return language.typeOf(name, lines, inner, indent);
}
