import { sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { heldSo, STAYS_HELD } from '../life/held.ts'
import { SYSTEM, transitionAlike } from '../life/transition.ts'
import { readComparison } from '../sending/compared.ts'
import { isReleased } from '../store/conditions.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { sendJob } from '../store/jobs.ts'
import { lockManyForJob } from '../store/rows.ts'
import { obstacleOf } from '../store/secrets.ts'
import { on } from '../store/tables.ts'

type Company = { sender_entity_id: string }

const AT_ONCE_MAX = 100
/** As many as a minute can send; more of them wait for the next sweep. */
const ROUNDS_MAX = 100

/**
 * What the server held of a company goes on if it can again: at every sweep, and when something about its way to the
 * authority has changed. What a person holds stays. While submissions fail one document goes out to try, since only an
 * answer to one tells that it is over, and the others wait for it.
 */
export const releaseHeld = async (engine: Engine, company: Company): Promise<void> => {
  const began = engine.clock.now()
  let ids = await nextHeld(engine.db, company, began)
  const secrets = ids.length > 0 ? await openWay(engine, company) : undefined
  if (!secrets) return
  if (await engine.authority.submitFails(secrets)) {
    if (!(await isOneOut(engine.db, company))) await release(engine, company, ids.slice(0, 1))
    return
  }
  for (let round = 0; ids.length > 0 && round < ROUNDS_MAX; round += 1) {
    await release(engine, company, ids)
    ids = await nextHeld(engine.db, company, began)
  }
}

/** The longest held first, found store by store as they stand in the index; none that is held again meanwhile. */
const nextHeld = async (db: Db, { sender_entity_id }: Company, began: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`SELECT held.id FROM store_codes AS s, LATERAL (
      SELECT id, modified_at FROM documents
      WHERE store_code_id = s.id AND status = 'OnHold' AND modified_at <= ${began} AND ${STAYS_HELD} IS NOT TRUE
      ORDER BY modified_at, id LIMIT ${AT_ONCE_MAX}
    ) AS held
    WHERE s.sender_entity_id = ${sender_entity_id}
    ORDER BY held.modified_at, held.id LIMIT ${AT_ONCE_MAX}`.execute(db)
  return rows.map(({ id }) => id)
}

/** With what the entity can send again: certificate in force, credentials taken, authority answering. */
const openWay = async (engine: Engine, { sender_entity_id }: Company): Promise<Secrets | undefined> => {
  const secrets = await engine.secrets(sender_entity_id)
  const now = engine.clock.now()
  if (!secrets || obstacleOf(secrets, now) !== undefined) return undefined
  const { environment } = secrets
  if ((await readComparison(engine.db, { sender_entity_id, environment }, now)).since) return undefined
  return (await engine.authority.reach(secrets)) ? secrets : undefined
}

/** Whether one of the company's documents is to be sent, or on the way: what can be undone yet tries nothing. */
const isOneOut = async (db: Db, { sender_entity_id }: Company): Promise<boolean> => {
  const one = on(db)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('status', '=', 'Approved')
    .where(isReleased)
    .select('id')
    .limit(1)
  return (await one.executeTakeFirst()) !== undefined
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
