import { MINUTE_MS } from '#domain/time/units.ts'
import { questionOf } from '../../src/documents/life/await-verdict.ts'
import { sendApproved } from '../../src/documents/sending/send.job.ts'
import type { Engine } from '../../src/documents/store/engine.ts'
import { on } from '../../src/documents/store/tables.ts'
import { sweep } from '../../src/documents/sweep.job.ts'
import { pollSubmission } from '../../src/documents/verdicts/poll.job.ts'
import { resolveAttempt } from '../../src/documents/verdicts/resolve.job.ts'
import { buildBatch, buildDocument, documentOf } from '../build.ts'
import { planFault } from '../simulator.ts'
import type { World } from '../world.ts'
import { alarmsOf, endOf } from './findings.ts'
import type { Cell } from './matrix.ts'
import type { Office } from './office.ts'

const ROUNDS_QUICK = 12
/** More than the two hours after which a person has to decide. */
const ROUNDS_MAX = 26
const FINAL = ['Validated', 'Invalid', 'Submission Failed']
/** The authority refuses these for good, so that a document which is alone has failed. */
const REFUSALS = ['403', '413']

type Playing = { world: World; cell: Cell; office: Office; lagging: boolean }

/** Sends one to three documents, sees them through to their ends, and answers what must not have been. */
export const sendInTrouble = async ({ world, cell, office, lagging }: Playing): Promise<string[]> => {
  const { call, fault, seed } = cell
  // Reasons are asked for where a document is invalid, or a second copy of it.
  const invalid = call === 'details' && !lagging
  const customer = invalid ? { name: 'SIM INVALID' } : {}
  const few = seed % 3
  const made =
    few === 0
      ? [await buildDocument(world, { status: 'Approved', customer })]
      : await buildBatch(world, few + 1, { customer })
  const ids = made.map(({ id }) => id)
  // The search is asked where an answer was lost.
  if (call === 'search' || (call === 'details' && !invalid))
    await planFault(world, 'submit', '504-after-accept')
  await planFault(world, call, fault, timesOf(cell))
  const refused = call === 'submit' && REFUSALS.includes(fault)
  const ends = [invalid ? 'Invalid' : 'Validated', ...(refused ? ['Submission Failed'] : [])]
  return seeThrough({ world, office, ids, ends, lagging })
}

/** A document that is held because signing in was refused goes on when the authority answers again. */
export const releaseInTrouble = async ({ world, cell, office }: Playing): Promise<string[]> => {
  const { id } = await buildDocument(world, { status: 'OnHold' })
  await planFault(world, cell.call, cell.fault, timesOf(cell))
  return seeThrough({ world, office, ids: [id], ends: ['Validated'], lagging: false })
}

export const timesOf = ({ seed }: Cell): number => 1 + (seed % 2)

type Seeing = {
  world: World
  office: Office
  ids: readonly string[]
  ends: readonly string[]
  lagging: boolean
}

/** Does round by round what the jobs would, until all is final or more than two hours have gone by. */
const seeThrough = async ({ world, office, ids, ends, lagging }: Seeing): Promise<string[]> => {
  const alarms: string[] = []
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await office.run((engine) => sweep(engine, 0))
    for (const id of ids) await office.run((engine) => work(world, engine, id))
    const rows = await Promise.all(ids.map((id) => documentOf(world, id)))
    alarms.push(...(await Promise.all(rows.map((row) => alarmsOf(world, row)))).flat())
    if (rows.every((row) => FINAL.includes(row.status))) break
    // With six minutes a third copy falls out of the ten in which the authority knows the very same bytes.
    const pause = lagging ? 6 : 2
    world.clock.advance((round < ROUNDS_QUICK ? pause : 2 * pause + 6) * MINUTE_MS)
  }
  await office.quiet()
  return [...new Set(alarms), ...(await Promise.all(ids.map((id) => endOf(world, id, ends)))).flat()]
}

/** What the tables call for, as the sweep would enqueue it. */
const work = async (world: World, engine: Engine, id: string): Promise<void> => {
  const document = await documentOf(world, id)
  const { sender_entity_id, lane, status } = document
  if (status === 'Approved') return sendApproved(engine, { sender_entity_id, lane })
  if (status === 'Submitted') return pollSubmission(engine, questionOf(document))
  if (status !== 'Outcome Unknown') return
  const attempts = await on(engine.db)
    .selectFrom('attempts')
    .where('document_id', '=', id)
    .where('state', '=', 'unclear')
    .select('id')
    .execute()
  for (const attempt of attempts) await resolveAttempt(engine, attempt.id)
}
