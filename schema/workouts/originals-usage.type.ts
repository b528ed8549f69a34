import { ObjectType } from 'type-graphql';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'How much room the original files of your workouts take.' })
export class OriginalsUsage extends outputFields({
  usedBytes: ['Float!', 'The sum of their sizes in bytes.'],
  quotaBytes: ['Float!', 'The largest sum that is kept. A workout whose file exceeds it is stored without its file.'],
}) {}
