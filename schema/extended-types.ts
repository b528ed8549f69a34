import { assertInputObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { maxTypedPoints } from './workouts/typed-points.ts';

/** Input types of which exactly one field is given. */
const oneOfItsFields = ['SetProfilePictureInput'];

/** States what TypeGraphQL has no option for: inputs with exactly one field, and long lists of inputs. */
export function extendTypes(schema: GraphQLSchema): void {
  for (const name of oneOfItsFields) assertInputObjectType(schema.getType(name)).isOneOf = true;
  assertInputObjectType(schema.getType('TrackPointInput')).extensions = { mostItems: maxTypedPoints };
}
