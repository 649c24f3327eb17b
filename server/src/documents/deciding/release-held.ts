import { sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { heldSo, STAYS_HELD } from '../life/held.ts'
import { SYSTEM, transitionAlike } from '../life/transition.ts'
import { readComparison } from '../sending/compared.ts'
import type { Engine } from '../store/engine.ts'
import { sendJob } from '../store/jobs.ts'
import { lockManyForJob } from '../store/rows.ts'
import { obstacleOf } from '../store/secrets.ts'

type Company = { sender_entity_id: string }

const AT_ONCE_MAX = 100
/** As many as a minute can send; more of them wait for the next sweep. */
const ROUNDS_MAX = 100

/**
 * What the server held of a company goes on if it can again: at every sweep, and when something about its way to the
 * authority has changed. What a person holds stays.
 */
export const releaseHeld = async (engine: Engine, company: Company): Promise<void> => {
  let ids = await nextHeld(engine.db, company)
  if (ids.length === 0 || !(await canSend(engine, company))) return
  for (let round = 0; ids.length > 0 && round < ROUNDS_MAX; round += 1) {
    await release(engine, company, ids)
    ids = await nextHeld(engine.db, company)
  }
}

/** The longest held first, found store by store as they stand in the index. */
const nextHeld = async (db: Db, { sender_entity_id }: Company): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`SELECT held.id FROM store_codes AS s, LATERAL (
      SELECT id, modified_at FROM documents
      WHERE store_code_id = s.id AND status = 'OnHold' AND ${STAYS_HELD} IS NOT TRUE
      ORDER BY modified_at, id LIMIT ${AT_ONCE_MAX}
    ) AS held
    WHERE s.sender_entity_id = ${sender_entity_id}
    ORDER BY held.modified_at, held.id LIMIT ${AT_ONCE_MAX}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the entity can send again: certificate in force, credentials taken, authority answering. */
const canSend = async (engine: Engine, { sender_entity_id }: Company): Promise<boolean> => {
  const secrets = await engine.secrets(sender_entity_id)
  const now = engine.clock.now()
  if (!secrets || obstacleOf(secrets, now) !== undefined) return false
  const { environment } = secrets
  if ((await readComparison(engine.db, { sender_entity_id, environment }, now)).since) return false
  return engine.authority.reach(secrets)
}

/** Of these the ones that are still held, by the server. */
const release = (engine: Engine, { sender_entity_id }: Company, ids: readonly string[]) =>
  inTransaction(engine.db, async (tx) => {
    const locked = await lockManyForJob(tx, ids, sender_entity_id)
    const staying = await heldSo(tx, ids, STAYS_HELD)
    const held = [...locked.values()].filter(({ id, status }) => status === 'OnHold' && !staying.has(id))
    await transitionAlike(tx, held, { event: 'release', actor: SYSTEM, why: '', now: engine.clock.now() })
    // Keyed by a document: one keyed by its lane may be waiting for a pause to end.
    for (const [lane, [first]] of Map.groupBy(held, (row) => row.lane))
      if (first) await enqueue(tx, sendJob, { sender_entity_id, lane }, { singleton_key: first.id })
  })
