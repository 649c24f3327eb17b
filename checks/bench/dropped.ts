import { z } from 'zod'
import { openGate } from '../../server/src/authority/wire/gate.ts'
import type { Engine } from '../../server/src/documents/store/engine.ts'
import { on } from '../../server/src/documents/store/tables.ts'
import { pollSubmission } from '../../server/src/documents/verdicts/poll.job.ts'
import { resolveAttempt } from '../../server/src/documents/verdicts/resolve.job.ts'
import { ask } from '../../server/src/entities/access/equip.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { engineFor, sendAll } from './sending.ts'

const BATCHES = 3
const BATCH = 100

/**
 * So many answers are lost after the authority took the submission: those to single documents, sent one by one, and
 * those to a few whole batches. Then every document is asked about.
 */
export const benchDropped = async (stage: PipelineStage, answers: number): Promise<Row> => {
  const engine = engineFor(stage, stage.simulator_url, openGate())
  const began = engine.clock.now()
  const singles = answers - BATCHES
  const documents = singles + BATCHES * BATCH
  const before = (await ledger(stage)).length
  const fault = { call: 'submit', fault: 'reset-mid-body', times: answers }
  await ask(`${stage.simulator_url}/_sim/faults`, z.unknown(), fault)
  for (let sent = 0; sent < singles; sent++) {
    await stage.approve(1, 'single')
    await sendAll(stage, engine, 'single')
  }
  await stage.approve(BATCHES * BATCH)
  await sendAll(stage, engine)
  const dropped = await countUnclear(stage)
  await resolveAll(stage, engine, began)
  const lost = documents - (await recorded(stage, before))
  const doubled = (await ledger(stage)).length - before - documents
  return {
    name: `dropped answers to ${documents} documents: recorded once`,
    figure: `${dropped} dropped, ${lost} lost, ${doubled} doubled`,
    ratio: dropped === answers && doubled === 0 ? 1 - lost / documents : 0,
    goal: 1,
    floor: 1,
  }
}

/** Submissions whose answer did not come. */
const countUnclear = async ({ db }: PipelineStage): Promise<number> => {
  const unclear = on(db).selectFrom('submissions').where('state', '=', 'unclear').select('id')
  return (await unclear.execute()).length
}

/** Does the work of the jobs at once: finds every lost document, then asks for the verdicts. */
const resolveAll = async ({ db }: PipelineStage, engine: Engine, began: Date) => {
  const unclear = on(db).selectFrom('attempts').where('state', '=', 'unclear').select('id')
  for (const { id } of await unclear.execute()) await resolveAttempt(engine, id)
  const waiting = on(db)
    .selectFrom('documents')
    .where('status', '=', 'Submitted')
    .where('submitted_at', '>=', began)
    .select(['sender_entity_id', 'submission_uid'])
    .distinct()
  for (const { sender_entity_id, submission_uid } of await waiting.execute()) {
    await pollSubmission(engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  }
}

const Entry = z.object({ uuid: z.string(), codeNumber: z.string(), status: z.string() })

const ledger = async ({ simulator_url }: PipelineStage) =>
  z.array(Entry).parse(await (await fetch(`${simulator_url}/_sim/ledger`)).json())

/** How many of the ledger's entries from a place on are valid and stand in the database under their UUID. */
const recorded = async (stage: PipelineStage, from: number): Promise<number> => {
  const rows = await on(stage.db)
    .selectFrom('documents')
    .where('status', '=', 'Validated')
    .select(['authority_uuid', 'invoice_number'])
    .execute()
  const known = new Map(rows.map((row) => [row.authority_uuid, row.invoice_number]))
  const entries = (await ledger(stage)).slice(from)
  return entries.filter((one) => one.status === 'Valid' && known.get(one.uuid) === one.codeNumber).length
}
