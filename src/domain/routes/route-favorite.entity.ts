import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Route } from './route.entity.ts';

const RouteFavoriteSchema = defineEntity({
  name: 'RouteFavorite',
  tableName: 'route_favorite',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    route: () => p.manyToOne(Route).primary().deleteRule('cascade').index(),
    /** False once it was taken back: the row stays, so that a toggle is one upsert that the database puts in a line. */
    isFavorite: p.boolean().default(true),
  },
  indexes: [
    {
      name: 'route_favorites',
      expression: 'create index route_favorites on route_favorite (user_id, route_id desc) where is_favorite',
    },
  ],
});

/** A route that somebody marked. */
export class RouteFavorite extends RouteFavoriteSchema.class {}
RouteFavoriteSchema.setClass(RouteFavorite);
