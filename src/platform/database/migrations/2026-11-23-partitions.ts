import { Migration } from '@mikro-orm/migrations';
import { idPartitions } from './partitions/id-partitions.ts';
import { livePartitions } from './partitions/live-partitions.ts';
import { livePositions } from './partitions/live-positions.ts';
import { partitionTable } from './partitions/partition-table.ts';

/** The log of live events consists of partitions, and other tables that grow without end can. */
export class Partitions extends Migration {
  override up(): void {
    for (const sql of [...partitionTable, ...livePositions, ...livePartitions, ...idPartitions]) this.addSql(sql);
    this.addSql(`do $$ begin if is_small('live_event') then perform partition_live_event(); end if; end $$`);
  }
}
