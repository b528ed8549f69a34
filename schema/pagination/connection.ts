import 'reflect-metadata';
import { ClassType, Field, ObjectType } from 'type-graphql';

/** The position of a page in its list. */
@ObjectType({ description: 'The position of a page in its list.', simpleResolvers: true })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items after this page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Cursor of the first item.' })
  startCursor!: string | null;
  @Field(() => String, { nullable: true, description: 'Cursor of the last item.' })
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

/** Makes a page. Its edges are only built when they are selected, and the list is only counted when its count is. */
export function connectionOf<Row>(
  nodes: Row[],
  cursorOf: (row: Row, at: number) => string,
  more: { next: boolean; previous: boolean },
  count: (() => number | Promise<number>) | null,
): Connection<Row> {
  return {
    nodes,
    get edges() {
      return nodes.map((node, at) => ({ cursor: cursorOf(node, at), node }));
    },
    get pageInfo() {
      const [first, last] = [nodes[0], nodes.at(-1)];
      return {
        hasNextPage: more.next,
        hasPreviousPage: more.previous,
        startCursor: first === undefined ? null : cursorOf(first, 0),
        endCursor: last === undefined ? null : cursorOf(last, nodes.length - 1),
      };
    },
    get totalCount() {
      return count ? count() : (null as unknown as number);
    },
  };
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
