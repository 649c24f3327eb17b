import { sql } from 'kysely'
import { fromKysely, PgBoss, type UpdateQueueOptions } from 'pg-boss'
import { type Db, inTransaction } from '../db/database.ts'
import type { JobDefinition } from './definition.ts'

export const SCHEMA = 'pgboss'

/**
 * Makes the job tables and one queue per definition, and brings the settings of existing queues up to date.
 * Every process does so at its start, so a web-only one can enqueue; any number may at once.
 */
export const installJobs = (db: Db, definitions: readonly JobDefinition[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    // pg-boss's own race for the first installation leaves a broken transaction on the loser's connection. It begins
    // transactions of its own, so others wait for this one beside it.
    await sql`SELECT pg_advisory_xact_lock(${INSTALL_LOCK})`.execute(tx)
    await db.connection().execute((connection) => installOn(connection, definitions))
  })

/** Any number that nothing else in this database locks. */
const INSTALL_LOCK = 7_405_120_031

const installOn = async (connection: Db, definitions: readonly JobDefinition[]) => {
  const boss = new PgBoss({ schema: SCHEMA, db: fromKysely(connection), supervise: false, schedule: false })
  await boss.start()
  try {
    for (const job of definitions)
      await boss.createQueue(job.name, { policy: queuePolicy(job), notify: true })
    // Only now does every dead letter queue exist that another one may name.
    for (const job of definitions) await boss.updateQueue(job.name, queueSettings(job))
    await refuseOtherPolicies(boss, definitions)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Jobs that take turns are a group per key, of which the workers take one at a time (`runner.ts`). pg-boss's `stately`
 * would say the same, but its workers stumble over the second job of a key that is running, and over it lie all others.
 */
const queuePolicy = ({ policy }: JobDefinition) => (policy === 'in-turn' ? 'short' : policy)

const DAY_S = 86_400

const queueSettings = (job: JobDefinition): UpdateQueueOptions => ({
  retryLimit: job.retries,
  retryDelay: Math.ceil(job.backoff_ms / 1000),
  retryBackoff: true,
  retryDelayMax: Math.ceil(job.backoff_ms_max / 1000),
  heartbeatSeconds: job.heartbeat_seconds,
  expireInSeconds: job.expire_seconds,
  // Nothing that waits may be forgotten: a document can be on hold for weeks.
  retentionSeconds: 365 * DAY_S,
  // The supervisor counts all jobs at every look, so those that are done should not pile up.
  deleteAfterSeconds: DAY_S,
  deadLetter: job.dead_letter ?? null,
  notify: true,
})

/** pg-boss cannot change a queue's policy; running on with the old one would break what the code relies on. */
const refuseOtherPolicies = async (boss: PgBoss, definitions: readonly JobDefinition[]) => {
  const queues = await boss.getQueues(definitions.map((job) => job.name))
  for (const job of definitions) {
    const policy = queues.find((queue) => queue.name === job.name)?.policy
    if (policy !== queuePolicy(job)) {
      throw new Error(
        `The queue ${job.name} was made with policy ${policy}; give the job a new name for ${queuePolicy(job)}.`,
      )
    }
  }
}
