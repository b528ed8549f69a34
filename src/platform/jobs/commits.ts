import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ControlledTransaction } from 'kysely';

/** Reports when transactions of the ORM have committed. */
interface Commits {
  /** Calls back once the transaction of `em` has committed, but not when it rolls back. */
  after(em: SqlEntityManager): void;
  ignore(): void;
}

/** Watches the transactions of the ORM, and calls `committed` after each that was registered. */
export function watchCommits(orm: MikroORM, committed: () => void): Commits {
  const open = new Set<Pick<ControlledTransaction<unknown>, 'isCommitted' | 'isRolledBack'>>();
  // A savepoint shares the state of the transaction around it, so every settled transaction is checked.
  const settled = () => {
    let calls = false;
    for (const transaction of open) {
      if (!transaction.isCommitted && !transaction.isRolledBack) continue;
      open.delete(transaction);
      calls ||= transaction.isCommitted;
    }
    if (calls) committed();
  };
  orm.em.getEventManager().registerSubscriber({
    async afterTransactionCommit() {
      settled();
    },
    async afterTransactionRollback() {
      settled();
    },
  });
  return {
    after(em) {
      const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
      if (transaction) open.add(transaction);
    },
    ignore: () => open.clear(),
  };
}
