import type { Caller } from '#domain/access/caller.ts'
import { ProblemError } from '#domain/problems.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { cancelDocument } from '../../src/documents/cancelling/cancel.ts'
import { resolveCancellation } from '../../src/documents/cancelling/cancellation.job.ts'
import { cancellationsOf, isOpen } from '../../src/documents/cancelling/cancellations.ts'
import { watch } from '../../src/documents/cancelling/watch.job.ts'
import { fetchUpdates } from '../../src/documents/deciding/fetch-updates.ts'
import type { Engine } from '../../src/documents/store/engine.ts'
import { sweep } from '../../src/documents/sweep.job.ts'
import { buildDocument, documentOf } from '../build.ts'
import { ledgerOf, planFault } from '../simulator.ts'
import type { World } from '../world.ts'
import { endOf } from './findings.ts'
import type { Cell } from './matrix.ts'
import type { Office } from './office.ts'
import { timesOf } from './sending.ts'

/** More often than a fault is planned: what was not cancelled can be cancelled in the end. */
const TRIES = 4
/** The authority is asked three times before what it still shows as valid counts as never cancelled. */
const ROUNDS_MAX = 8
const PAUSE_MS = 10 * MINUTE_MS

type Playing = { world: World; cell: Cell; office: Office; caller: Caller }

/**
 * Cancels a document, again and again until it is done. Whatever the person is told is true; when the jobs have been
 * at work both sides agree and nothing is open.
 */
export const cancelInTrouble = async (playing: Playing): Promise<string[]> => {
  const { world, cell, office, caller } = playing
  const { call, fault, seed } = cell
  const row = await buildDocument(world, { status: 'Validated' })
  // What an unclear answer came to is asked with details; here both may be in trouble.
  if (call === 'details') await planFault(world, 'state', '504-after-accept')
  await planFault(world, call, fault, timesOf(cell))
  if (call === 'state' && seed % 3 === 2) await planFault(world, 'details', '503')
  const findings: string[] = []
  for (let at = 0; at < TRIES; at++) {
    const cancelling = office.run((engine) =>
      told(cancelDocument({ engine, caller }, { uuid: row.id, reason: 'Wrong' })),
    )
    findings.push(...(await lies(playing, row, await cancelling)))
    findings.push(...(await settle(playing, row)), ...(await disagreements(playing, row)))
    if ((await documentOf(world, row.id)).status === 'User Cancelled') break
  }
  return [...findings, ...(await endOf(world, row.id, ['User Cancelled']))]
}

/** Does what the jobs would until no cancellation is open. */
const settle = async (playing: Playing, row: Row): Promise<string[]> => {
  const { world, cell, office, caller } = playing
  const findings: string[] = []
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const open = (await cancellationsOf(world.db, row.id)).find(isOpen)
    if (!open) break
    world.clock.advance(PAUSE_MS)
    await office.run((engine) => sweep(engine, 0))
    await office.run((engine) => resolveCancellation(engine, open.id))
    // A person may press the button meanwhile, or the other job notice it first; nothing depends on them.
    const fetching = (engine: Engine) => told(fetchUpdates({ engine, caller }, row.id))
    if (cell.seed % 3 === 1) findings.push(...(await lies(playing, row, await office.run(fetching))))
    if (cell.seed % 3 === 2) await office.run(watch)
  }
  return findings
}

/** What a person reads: the status, or the kind of the problem. */
const told = async (asked: Promise<{ status: string }>): Promise<string> => {
  try {
    return (await asked).status
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.kind
    throw error
  }
}

type Row = { id: string; invoice_number: string }

const atAuthority = async ({ world, office }: Playing, { invoice_number }: Row): Promise<string> => {
  await office.quiet()
  return (await ledgerOf(world, invoice_number)).map((copy) => copy.status).join()
}

/** What was said, or is shown, although it is not so. That it is not known yet is no lie. */
const lies = async (playing: Playing, row: Row, said: string): Promise<string[]> => {
  const there = await atAuthority(playing, row)
  const { status } = await documentOf(playing.world, row.id)
  const shown = [said, status].includes('User Cancelled') && there !== 'Cancelled'
  const denied = said === 'refused_by_authority' && there === 'Cancelled'
  return shown || denied ? [`told ${said}, shown as ${status}, and ${there} at the authority`] : []
}

/** After all questions were answered: both sides say the same, and no cancellation is open. */
const disagreements = async (playing: Playing, row: Row): Promise<string[]> => {
  const there = await atAuthority(playing, row)
  const { status } = await documentOf(playing.world, row.id)
  const cancellations = await cancellationsOf(playing.world.db, row.id)
  const cancelled = there === 'Cancelled'
  return [
    ...((status === 'User Cancelled') === cancelled ? [] : [`${status} here, ${there} at the authority`]),
    ...cancellations.filter(isOpen).map(({ state }) => `a cancellation remains ${state}`),
    ...(cancellations.filter(({ state }) => state === 'done').length === Number(cancelled)
      ? []
      : [`${cancellations.map(({ state }) => state).join()}, and ${there} at the authority`]),
  ]
}
