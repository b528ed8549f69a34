import { Field, ID, InterfaceType } from 'type-graphql';
import { DatabaseId } from './scalars.ts';

/** Relay's Node, with the integer that REST shows beside it. */
@InterfaceType({ description: 'Anything that can be fetched again by its id.' })
export abstract class Node {
  @Field(() => ID, { description: 'The same for this thing wherever it appears; opaque.' })
  id!: string;

  @Field(() => DatabaseId, { description: 'The integer by which the REST interface knows it.' })
  databaseId!: number;
}
