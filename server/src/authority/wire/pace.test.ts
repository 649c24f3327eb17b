import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startSimulator } from '../../../../simulator/src/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { createHours } from '../../../test/hours.ts'
import { ask } from '../../entities/access/equip.ts'
import { fixedClock } from '../../platform/clock/fixtures/fixed-clock.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { createAuthority } from '../calls/client.ts'
import { spacingOf } from './calls.ts'
import type { Credentials } from './credentials.ts'
import { places } from './environments.ts'
import type { AuthorityRequest, AuthorityResponse } from './http.ts'
import { sharedGate } from './shared-gate.ts'

const START = new Date('2026-11-29T04:00:00Z')
const AGENT = { environment: 'simulator', client_id: 'agent', client_secret: 'of many' } as const
const KINABALU = { ...AGENT, on_behalf_of: 'C24187306090' }
const SELAT = { ...AGENT, on_behalf_of: 'C20935518040' }
const box = secretBox('ab'.repeat(32))

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})
beforeEach(async () => {
  await sql`DELETE FROM authority_turns`.execute(db)
  await sql`DELETE FROM authority_tokens`.execute(db)
  await sql`DELETE FROM authority_circuits`.execute(db)
})

/** Companies of one intermediary before an authority that answers all but logins so, at a time that stands still. */
const officeOf = (told: { status: number; retry_after_ms?: number }) => {
  const waits: number[] = []
  const logins: (string | undefined)[] = []
  const network = async (request: AuthorityRequest): Promise<AuthorityResponse> => {
    const answer = { kind: 'response', correlation_id: '', retry_after_ms: null } as const
    if (!request.url.endsWith('/connect/token')) return { ...answer, text: '', ...told }
    logins.push(request.headers.onbehalfof)
    return { ...answer, status: 200, text: '{"access_token":"t","expires_in":3600}' }
  }
  const gate = sharedGate({
    ...{ db, box, now: () => sql<Date>`${START}::timestamptz` },
    sleep: async (ms) => void waits.push(ms),
  })
  const clock = fixedClock(START)
  return { authority: createAuthority({ places: places('http://a'), clock, gate, network }), waits, logins }
}

test('companies of one intermediary share the pace of its client id, and no token', async () => {
  const { authority, waits, logins } = officeOf({ status: 404 })
  await authority.details(KINABALU, 'A')
  await authority.details(SELAT, 'B')
  expect(logins).toEqual([KINABALU.on_behalf_of, SELAT.on_behalf_of])
  // The second login waits for its turn, and then the second call.
  expect(waits).toEqual([spacingOf('token'), spacingOf('details')])
  expect(await authority.details({ ...SELAT, client_id: 'own' }, 'B')).toEqual({ kind: 'absent' })
  expect(waits).toHaveLength(2)
})

test('a 429 to one of them holds the others back', async () => {
  const { authority } = officeOf({ status: 429, retry_after_ms: 60_000 })
  await authority.raw(KINABALU, 'A')
  expect(await authority.raw(SELAT, 'B')).toMatchObject({
    kind: 'unavailable',
    why: 'The limit of calls to LHDN is used up for now.',
  })
})

test('what fails for one of them opens the circuit of all', async () => {
  const { authority } = officeOf({ status: 503 })
  // The second login is answered, and counts from the beginning.
  for (const company of [KINABALU, SELAT, KINABALU, SELAT, KINABALU]) await authority.details(company, 'A')
  for (const company of [KINABALU, SELAT])
    expect(await authority.awaitTurn(company)).toMatchObject({ kind: 'unavailable' })
  expect(await authority.awaitTurn({ ...SELAT, client_id: 'own' })).toMatchObject({ kind: 'turn' })
})

test('searches of several of its companies stay within the limit that the simulator keeps', async () => {
  const hours = createHours(START)
  const { url, close } = await startSimulator({ now: () => hours.now().getTime(), rate_limits: true })
  onTestFinished(() => close())
  const Keys = z.object({ client_id: z.string(), client_secret: z.string() })
  const known = (tin: string, id_value: string, represents: string[]) =>
    ask(`${url}/_sim/taxpayers`, Keys, { tin, id_type: 'BRN', id_value, name: `Of ${tin}`, represents })
  await known(KINABALU.on_behalf_of, '201501023456', [])
  await known(SELAT.on_behalf_of, '200901034567', [])
  const agent = await known('C70000000090', '202101000009', [KINABALU.on_behalf_of, SELAT.on_behalf_of])
  const gate = sharedGate({ db, box, sleep: hours.sleep, now: () => sql<Date>`${hours.now()}::timestamptz` })
  const authority = createAuthority({ places: places(url), clock: hours, gate })
  const answers: string[] = []
  const searchFor = (company: Credentials) => async () => {
    const wanted = {
      text: '',
      by: 'submission',
      from: new Date(START.getTime() - 1),
      to: START,
      page: 1,
    } as const
    for (let i = 0; i < 4; i++) {
      answers.push((await authority.search({ ...company, ...agent }, wanted)).kind)
    }
  }
  await hours.run([KINABALU, SELAT].map(searchFor))
  expect(answers).toEqual(Array.from({ length: 8 }, () => 'answered'))
})
