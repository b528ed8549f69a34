import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { Route } from './route.entity.ts';

const RouteFavoriteSchema = defineEntity({
  name: 'RouteFavorite',
  tableName: 'route_favorite',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    route: () => p.manyToOne(Route).primary().deleteRule('cascade').index(),
    /**
     * False after the mark was removed. The row remains, so that a toggle is one upsert, and concurrent toggles run one
     * after the other.
     */
    isFavorite: p.boolean().default(true),
  },
  indexes: [madeBy('create index route_favorites on route_favorite (user_id, route_id desc) where is_favorite')],
});

/** A route that a user has marked as a favorite. */
export class RouteFavorite extends RouteFavoriteSchema.class {}
RouteFavoriteSchema.setClass(RouteFavorite);
