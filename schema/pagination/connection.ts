import 'reflect-metadata';
import { ClassType, Field, ObjectType } from 'type-graphql';

/** The position of a page in its list. */
@ObjectType({ description: 'The position of a page in its list.', simpleResolvers: true })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items after this page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Cursor of the first item. Null when there is none.' })
  startCursor!: string | null;
  @Field(() => String, { nullable: true, description: 'Cursor of the last item. Null when there is none.' })
  endCursor!: string | null;
}

/** A page of a list, in the shape of the schema. */
export interface Connection<Row> {
  nodes: Row[];
  edges: { cursor: string; node: Row }[];
  pageInfo: PageInfo;
  /**
   * The total number of items, which is counted when it is selected. A list without a total number has null here, and a
   * connection type without this field, or with a nullable one.
   */
  totalCount: number | Promise<number>;
}

/**
 * A page whose edges are only built when they are selected, and whose list is only counted when its count is. It is a class,
 * because V8 gives each object literal with getters a hidden class of its own, and keeps it together with all rows of the page
 * (docs/performance.md#memory).
 */
class Page<Row> implements Connection<Row> {
  readonly nodes: Row[];
  readonly #cursorOf: (row: Row, at: number) => string;
  readonly #more: { next: boolean; previous: boolean };
  readonly #count: (() => number | Promise<number>) | null;

  constructor(...[nodes, cursorOf, more, count]: Parameters<typeof connectionOf<Row>>) {
    this.nodes = nodes;
    this.#cursorOf = cursorOf;
    this.#more = more;
    this.#count = count;
  }

  get edges(): { cursor: string; node: Row }[] {
    return this.nodes.map((node, at) => ({ cursor: this.#cursorOf(node, at), node }));
  }

  get pageInfo(): PageInfo {
    const { nodes } = this;
    const [first, last] = [nodes[0], nodes.at(-1)];
    return {
      hasNextPage: this.#more.next,
      hasPreviousPage: this.#more.previous,
      startCursor: first === undefined ? null : this.#cursorOf(first, 0),
      endCursor: last === undefined ? null : this.#cursorOf(last, nodes.length - 1),
    };
  }

  get totalCount(): number | Promise<number> {
    return this.#count ? this.#count() : (null as unknown as number);
  }
}

/** Makes a page. @param count counts all items of the list; null for lists without a total number */
export function connectionOf<Row>(
  nodes: Row[],
  cursorOf: (row: Row, at: number) => string,
  more: { next: boolean; previous: boolean },
  count: (() => number | Promise<number>) | null,
): Connection<Row> {
  return new Page(nodes, cursorOf, more, count);
}

/** The connection type and edge type of an object type with these rows, under the names Relay expects. */
export function connectionType<Row>(type: () => ClassType<object>, name: string, of: string) {
  @ObjectType(`${name}Edge`, { description: `One of ${of} and its position in the list.`, simpleResolvers: true })
  abstract class Edge {
    @Field(() => String, { description: 'Pass it as `after` or `before` to continue from here.' })
    cursor!: string;
    @Field(type, { description: 'The item.' })
    node!: Row;
  }
  @ObjectType(`${name}Connection`, { description: `A page of ${of}.`, simpleResolvers: true })
  abstract class ConnectionType {
    @Field(() => [type()], { description: 'The items of the page, in order.' })
    nodes!: Row[];
    @Field(() => [Edge], { description: 'The items with their cursors.' })
    edges!: Edge[];
    @Field(() => PageInfo, { description: 'The position of the page in the list.' })
    pageInfo!: PageInfo;
  }
  return ConnectionType;
}
