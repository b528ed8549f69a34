import { Migration } from '@mikro-orm/migrations';
import { livePartitions } from './partitions/live-partitions.ts';
import { livePositions } from './partitions/live-positions.ts';
import { partitionTable } from './partitions/partition-table.ts';

/** Tables that grow without end consist of partitions. A table with many rows waits for `npm run partition`. */
export class Partitions extends Migration {
  override up(): void {
    for (const sql of [...partitionTable, ...livePositions, ...livePartitions]) this.addSql(sql);
    this.addSql(`do $$ begin if is_small('live_event') then perform partition_live_event(); end if; end $$`);
  }
}
