import { sql } from 'kysely'
import { CANCEL_WINDOW_MS } from '#domain/access/policy.ts'
import { searchPages } from '../../authority/calls/search-pages.ts'
import { ENVIRONMENTS, type Environment } from '../../authority/wire/environments.ts'
import type { SummaryFacts } from '../../authority/words/answers.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import type { Engine } from '../store/engine.ts'
import { documentsNoted } from '../store/facts.ts'
import { lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { adoptCancelled } from './cancellations.ts'

/** The search allows twelve pages a minute, and all entities share the job's ten minutes. */
const PAGES_MAX = 10
/** The authority received a document before it validated it, and clocks differ a little. */
const MARGIN_MS = 3_600_000

/**
 * Looks at what was validated in the last 72 hours: a buyer may have asked for rejection, and the document may
 * have been cancelled on the authority's own portal. There are no callbacks; asking is the only way.
 */
export const watch = async (engine: Engine): Promise<void> => {
  const since = new Date(engine.clock.now().getTime() - CANCEL_WINDOW_MS)
  for (const { first_at, ...sent } of await firstValidated(engine.db, since)) {
    await watchEntity(engine, sent, first_at)
  }
}

/**
 * What each company has validated first since then, in each environment: of each department one row is read, not all of
 * them.
 */
const firstValidated = async (db: Db, since: Date): Promise<(Sent & { first_at: Date })[]> => {
  const { rows } = await sql<Sent & { first_at: Date }>`
    SELECT store.sender_entity_id, place.environment, min(first.validated_at) AS first_at
    FROM store_codes AS store CROSS JOIN unnest(${ENVIRONMENTS}::text[]) AS place(environment)
      CROSS JOIN LATERAL (
        SELECT validated_at FROM documents
        WHERE store_code_id = store.id AND environment = place.environment AND status = 'Validated'
          AND validated_at > ${since}
        ORDER BY validated_at LIMIT 1) AS first
    GROUP BY store.sender_entity_id, place.environment`.execute(db)
  return rows
}

type Sent = { sender_entity_id: string; environment: Environment }

const watchEntity = async (engine: Engine, sent: Sent, from: Date): Promise<void> => {
  const { sender_entity_id, environment } = sent
  const secrets = await engine.secrets(sender_entity_id, environment)
  if (!secrets) return
  const wanted = {
    text: '',
    by: 'submission' as const,
    from: new Date(from.getTime() - MARGIN_MS),
    to: new Date(engine.clock.now().getTime() + MARGIN_MS),
  }
  const { facts } = await searchPages(engine.authority, secrets, wanted, { pages_max: PAGES_MAX })
  for (const one of facts) await notice(engine, sender_entity_id, one)
}

/** Writes down what is new about one document; most often there is nothing, and nothing is read for update. */
const notice = async (engine: Engine, sender_entity_id: string, facts: SummaryFacts): Promise<void> => {
  if (facts.status !== 'cancelled' && !facts.reject_requested_at) return
  const known = await on(engine.db)
    .selectFrom('documents')
    .where('authority_uuid', '=', facts.uuid)
    .where('sender_entity_id', '=', sender_entity_id)
    .where('status', '=', 'Validated')
    .select(['id', 'reject_requested_at'])
    .executeTakeFirst()
  if (!known || (facts.status !== 'cancelled' && known.reject_requested_at)) return
  await inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, { id: known.id, sender_entity_id })
    if (document?.status !== 'Validated') return
    const now = engine.clock.now()
    if (facts.status === 'cancelled') {
      await adoptCancelled(tx, document, { status_reason: facts.status_reason, now })
      return
    }
    await on(tx)
      .updateTable('documents')
      .set({
        reject_requested_at: facts.reject_requested_at,
        reject_reason: facts.status_reason,
        modified_at: now,
      })
      .where('id', '=', document.id)
      .where('sender_entity_id', '=', document.sender_entity_id)
      .execute()
    await tell(tx, documentsNoted, {
      document_ids: [document.id],
      store_code_ids: [document.store_code_id],
    })
  })
}
