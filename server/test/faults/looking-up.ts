import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '#domain/access/caller.ts'
import { DAY_MS } from '#domain/time/units.ts'
import type { Authority } from '../../src/authority/calls/client.ts'
import type { Credentials } from '../../src/authority/wire/credentials.ts'
import type { Asked } from '../../src/authority/words/answers.ts'
import { ENTITIES } from '../../src/demo/company.ts'
import type { Engine } from '../../src/documents/store/engine.ts'
import { ask } from '../../src/entities/access/equip.ts'
import { testConnection } from '../../src/entities/access/test-connection.ts'
import { validateTin } from '../../src/tins/validate.ts'
import { buildDocument } from '../build.ts'
import { faultsLeft, planFault } from '../simulator.ts'
import type { World } from '../world.ts'
import type { Cell } from './matrix.ts'
import type { Office } from './office.ts'
import { timesOf } from './sending.ts'

/** What is told may differ from the truth only as the authority's own words did. */
const GARBLED = ['unknown-status', 'foreign-number', 'repeated-number', 'no-submission-uid']

type Playing = { world: World; cell: Cell; office: Office; caller: Caller }

/** One answer in common terms: whether it claims to be one, and what it says. */
type Told = { claims: boolean; says: unknown; why: string }
type Question = (engine: Engine) => Promise<Told>

/**
 * Asks one question without trouble, in trouble and without again. In trouble nobody is told "no" or "yes": what could
 * not be learnt is said to be so, and nothing of it is remembered.
 */
export const lookUpInTrouble = async (playing: Playing): Promise<string[]> => {
  const { world, cell, office } = playing
  const question = await questionOf(playing)
  const truth = await question(world.engine)
  if (!truth.claims) return [`without trouble the answer is missing: ${truth.why}`]
  await planFault(world, cell.call, cell.fault, timesOf(cell))
  const findings: string[] = []
  for (let at = 0; at < timesOf(cell) && (await faultsLeft(world, cell.call)) > 0; at++) {
    const told = await office.run(question)
    findings.push(...(told === 'killed' ? ['died for no reason'] : judge(cell, truth, told)))
  }
  const after = await question(world.engine)
  return isDeepStrictEqual(after, truth) ? findings : [...findings, 'the trouble outlived itself']
}

const judge = (cell: Cell, truth: Told, told: Told): string[] => {
  if (!told.claims) return told.why === '' ? ['no answer, and no reason'] : []
  // A refused token is renewed, and the question asked again.
  if (cell.fault === '401') return isDeepStrictEqual(told, truth) ? [] : ['not the truth']
  const said = JSON.stringify(told.says) ?? ''
  if (cell.fault === 'unknown-status' && said.includes('"valid"'))
    return ['takes an unknown status for valid']
  if (GARBLED.includes(cell.fault)) return []
  return [`takes ${cell.fault} for an answer: ${said.slice(0, 200)}`]
}

const questionOf = async (playing: Playing): Promise<Question> => {
  const { world, cell, caller } = playing
  const sender_entity_id = world.company.entities.kinabalu
  switch (cell.call) {
    case 'validate':
      return validation(playing)
    case 'document-types':
      return async ({ db, authority }) => {
        const by = { db, box: world.box, caller, authority, now: world.clock.now() }
        const outcome = await testConnection(by, { id: sender_entity_id, environment: 'simulator' })
        return { claims: outcome.ok, says: outcome.message, why: outcome.message }
      }
    default: {
      const credentials = await world.engine.secrets(sender_entity_id)
      if (!credentials) throw new Error('Kinabalu has no credentials.')
      const question = await ofClient(world, cell, credentials)
      return async ({ authority }) => inCommonTerms(await question(authority))
    }
  }
}

/** Whether the pair matches whose answer a fault can spoil. */
const SUITS: Partial<Record<string, boolean>> = { 'reset-mid-body': false, slow: false, 'wrong-shape': true }

/** Whether a TIN belongs to a number, as the form asks it; every other one does not. Nothing is remembered before. */
const validation = async ({ world, cell, caller }: Playing): Promise<Question> => {
  await sql`DELETE FROM tin_answers`.execute(world.db)
  // A match is an answer without a body, of which nothing could be cut off; a 404 says all in its status.
  const matches = SUITS[cell.fault] ?? cell.seed % 2 === 0
  const { tin_no: tin, identity_number } = ENTITIES.selat
  const wanted = {
    ...{ tin, id_type: 'BRN', id_value: matches ? identity_number : '199901000001' },
    sender_entity_id: world.company.entities.kinabalu,
  }
  return async (engine) => {
    const { answer, why } = await validateTin({ db: world.db, caller, engine }, wanted)
    if (engine === world.engine) await sql`DELETE FROM tin_answers`.execute(world.db)
    return { claims: answer !== 'not_checked', says: answer, why }
  }
}

const Registered = z.object({ qr_code: z.string() })

const ofClient = async (
  world: World,
  { call }: Cell,
  c: Credentials,
): Promise<(authority: Authority) => Promise<Asked<unknown>>> => {
  const { tin_no: tin, identity_number: id_value, name } = ENTITIES.kinabalu
  if (call === 'search-tin') return (authority) => authority.searchTin(c, { id_type: 'BRN', id_value })
  if (call === 'qr') {
    const taxpayer = { tin, id_type: 'BRN', id_value, name }
    const { qr_code } = await ask(`${world.simulator_url}/_sim/taxpayers`, Registered, taxpayer)
    return (authority) => authority.taxpayerFromQr(c, qr_code)
  }
  const { authority_uuid } = await buildDocument(world, { status: 'Validated' })
  if (call === 'raw') return (authority) => authority.raw(c, authority_uuid ?? '')
  if (call === 'recent') return (authority) => authority.recent(c)
  const to = world.clock.now()
  const from = new Date(to.getTime() - DAY_MS)
  return (authority) => authority.notifications(c, { from, to })
}

/** "There is none" is a claim as well. */
const inCommonTerms = (answer: Asked<unknown>): Told => {
  switch (answer.kind) {
    case 'answered':
      return { claims: true, says: answer.value, why: '' }
    case 'absent':
      return { claims: true, says: 'absent', why: '' }
    case 'refused':
      return { claims: false, says: '', why: answer.reasons[0]?.message || `HTTP ${answer.status}` }
    case 'unclear':
    case 'unavailable':
      return { claims: false, says: '', why: answer.why }
  }
}
