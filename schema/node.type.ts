import { Field, ID, InterfaceType } from 'type-graphql';
import { DatabaseId } from './scalars.ts';

/** Relay's Node, with the integer id of REST. */
@InterfaceType({ description: 'An object that can be fetched by its id.' })
export abstract class Node {
  @Field(() => ID, { description: 'Global id, the same wherever the object appears. Opaque.' })
  id!: string;

  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  databaseId!: number;
}
