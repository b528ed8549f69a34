import 'reflect-metadata';
import { ArgsType, ClassType, Field, Int, ObjectType } from 'type-graphql';
import { invalid } from '../../src/errors.ts';

/** The position of a page in its list. */
@ObjectType({ description: 'The position of a page in its list.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items after this page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Cursor of the first item.' })
  startCursor!: string | null;
  @Field(() => String, { nullable: true, description: 'Cursor of the last item.' })
  endCursor!: string | null;
}

/** The largest page sizes, which are the maximum of `limit` over REST (decisions W10). */
export const pageCaps = { list: 1000, feed: 100, conversations: 100 } as const;
export const defaultPage = 20;

/** Forward paging, by cursor or, as over REST, by offset. */
@ArgsType()
export class ForwardPage {
  @Field(() => Int, { defaultValue: defaultPage, description: 'The largest number of items to return, up to 1000.' })
  first!: number;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip. Cursors are faster.' })
  offset!: number;
}

/** @throws Failure INVALID when a page size is out of bounds */
export function checkPageSize(argument: string, size: number, cap: number): number {
  if (size < 0 || size > cap) throw invalid(argument, `must be between 0 and ${cap}`);
  return size;
}

/** A page of a list, in the shape of the schema. */
export interface Connection<Row> {
  nodes: Row[];
  edges: { cursor: string; node: Row }[];
  pageInfo: PageInfo;
}

/** Makes a page. Its edges are only built when they are selected. */
export function connectionOf<Row>(
  nodes: Row[],
  cursorOf: (row: Row) => string,
  more: { next: boolean; previous: boolean },
): Connection<Row> {
  return {
    nodes,
    get edges() {
      return nodes.map((node) => ({ cursor: cursorOf(node), node }));
    },
    get pageInfo() {
      const [first, last] = [nodes[0], nodes.at(-1)];
      return {
        hasNextPage: more.next,
        hasPreviousPage: more.previous,
        startCursor: first === undefined ? null : cursorOf(first),
        endCursor: last === undefined ? null : cursorOf(last),
      };
    },
  };
}

/** The connection type and edge type of an object type, under the names Relay expects. */
export function connectionType<Row extends object>(type: () => ClassType<Row>, name: string, of: string) {
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
