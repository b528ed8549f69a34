import { globalId } from '../../schema/global-id.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { postId, routeId, workoutId } from './fixtures.ts';
import type { Made } from './fixtures.ts';

/** A GPX file, to be sent. */
export const gpxParcel = { headers: { 'Content-Type': contentTypes.gpx }, body: makeGpx() };
/** Every mutation of a workout, post, picture or route, and how it is refused to who may see it. */
export const mutations: Record<
  string,
  [document: string, variables: (one: Made) => Mapping, other: 'NOT_YOURS' | 'NOT_FOUND']
> = {
  'Mutation.addPicture': [
    'mutation ($id: ID!) { addPicture(input: { postId: $id, picture: "aGVsbG8=" }) { picture { id } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.preparePictureUpload': [
    'mutation ($id: ID!) { preparePictureUpload(input: { postId: $id }) { upload { uploadUrl } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.reorderPictures': [
    'mutation ($id: ID!) { reorderPictures(input: { postId: $id, pictureIds: [] }) { post { id } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.deletePicture': [
    'mutation ($id: ID!) { deletePicture(input: { id: $id }) { deletedId } }',
    ({ picture }) => ({ id: globalId('Picture', picture) }),
    'NOT_FOUND',
  ],
  'Mutation.editWorkout': [
    'mutation ($id: ID!) { editWorkout(input: { id: $id, title: "Taken" }) { workout { id } } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.replaceTrack': [
    'mutation ($id: ID!, $gpx: Gpx!) { replaceTrack(input: { id: $id, gpx: $gpx }) { workout { id } } }',
    (one) => ({ ...workoutId(one), gpx: makeGpx() }),
    'NOT_YOURS',
  ],
  'Mutation.replaceRoute': [
    'mutation ($id: ID!, $gpx: Gpx!) { replaceRoute(input: { id: $id, gpx: $gpx }) { workout { id } } }',
    (one) => ({ ...workoutId(one), gpx: makeGpx() }),
    'NOT_YOURS',
  ],
  'Mutation.deleteWorkout': [
    'mutation ($id: ID!) { deleteWorkout(input: { id: $id }) { deletedId } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.createRoute': [
    'mutation ($id: ID!) { createRoute(input: { workoutId: $id }) { route { id } } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.shareWorkout': [
    'mutation ($id: ID!) { shareWorkout(input: { id: $id, socialNetwork: "x", token: "y" }) { success } }',
    workoutId,
    'NOT_YOURS',
  ],
  'Mutation.editRoute': [
    'mutation ($id: ID!) { editRoute(input: { id: $id, name: "Taken" }) { route { id } } }',
    routeId,
    'NOT_YOURS',
  ],
  'Mutation.deleteRoute': [
    'mutation ($id: ID!) { deleteRoute(input: { id: $id }) { deletedId } }',
    routeId,
    'NOT_YOURS',
  ],
  'Mutation.editPost': [
    'mutation ($id: ID!) { editPost(input: { id: $id, body: "Taken", privacy: PUBLIC }) { post { id } } }',
    postId,
    'NOT_FOUND',
  ],
  'Mutation.deletePost': ['mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedId } }', postId, 'NOT_FOUND'],
};
