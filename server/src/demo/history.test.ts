import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { startSimulator } from '../../../simulator/src/start.ts'
import { testDatabase } from '../../test/database.ts'
import { storedRows } from '../../test/stored.ts'
import { loadCaller } from '../access/caller.ts'
import { verifyPassword } from '../access/passwords.ts'
import { openSession } from '../access/sessions.ts'
import { openGate } from '../authority/wire/gate.ts'
import { sweep } from '../documents/sweep.job.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { inTransaction } from '../platform/db/database.ts'
import { openLog } from '../platform/log/log.ts'
import { createUser } from '../users/create.ts'
import { findForSignIn } from '../users/find.ts'
import { createEngine } from '../worker.ts'
import { announce } from './announce.ts'
import { ENTITIES } from './company.ts'
import { SPECIFICATIONS } from './documents.ts'
import { removeDemo } from './remove.ts'
import { type Seeded, seedDemo } from './seed.ts'

const { db } = await testDatabase()
const simulator = await startSimulator({ rate_limits: true })
const box = secretBox('ab'.repeat(32))
const log = openLog('warn')
afterAll(() => simulator.close())

const engineOn = (clock: Clock) =>
  createEngine({ db, box, clock, log, simulator_url: simulator.url, gate: openGate() })
const start = (password?: string): Promise<Seeded> =>
  seedDemo({
    db,
    box,
    log,
    simulator_url: simulator.url,
    now: systemClock.now(),
    password,
    engineOn,
  })

const control = async <S extends z.ZodType>(path: string, answer: S) =>
  answer.parse(await (await fetch(`${simulator.url}/_sim/${path}`)).json())
const count = async (from: string) =>
  Number((await sql<{ n: string }>`SELECT count(*) AS n FROM ${sql.ref(from)}`.execute(db)).rows[0]?.n)

/** How many rows each table has. */
const rowsOf = () => storedRows({ db })
const empty = await rowsOf()

describe('the first start of an empty installation', () => {
  let seeded: Seeded
  beforeAll(async () => {
    seeded = await start()
  }, 180_000)

  it('plays the whole past: every document ends as it should', async () => {
    const { rows } = await sql<{ status: string; n: number }>`
      SELECT status, count(*)::int AS n FROM documents GROUP BY 1`.execute(db)
    const wanted = new Map<string, number>()
    for (const { end } of SPECIFICATIONS) {
      const status = end === 'Withdrawn' ? 'User Cancelled' : end
      wanted.set(status, (wanted.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(rows.map((row) => [row.status, row.n]))).toEqual(Object.fromEntries(wanted))
    // Approved is over as soon as a worker looks.
    expect([...wanted.keys(), 'Approved'].toSorted()).toEqual([...STATUSES].toSorted())
  })

  it('covers eleven months, both companies and all eight types', async () => {
    const { rows } = await sql<{ months: number; entities: number; types: number }>`
      SELECT count(DISTINCT date_trunc('month', validated_at))::int AS months,
        count(DISTINCT sender_entity_id)::int AS entities, count(DISTINCT invoice_type)::int AS types
      FROM documents WHERE status = 'Validated'`.execute(db)
    expect(rows[0]?.months).toBeGreaterThanOrEqual(11)
    expect(rows[0]).toMatchObject({ entities: 2, types: 8 })
  })

  it('shows every column of the list: some documents have what others leave empty', async () => {
    for (const part of [
      "content->>'agent_number' <> ''",
      "content->>'contract_number' <> ''",
      "content->>'billing_start' <> ''",
      "content->>'frequency_of_billing' <> ''",
      'jsonb_path_exists(content, \'$.items[*].charges_rate ? (@ <> "0.00")\')',
    ]) {
      const { rows } = await sql<{ status: string }>`
        SELECT DISTINCT status FROM documents WHERE ${sql.raw(part)}`.execute(db)
      expect(rows.length, part).toBeGreaterThan(0)
    }
    const pending = await sql<{ n: number }>`SELECT count(*)::int AS n FROM documents
      WHERE status = 'Pending Approval' AND content->>'agent_number' <> ''`.execute(db)
    expect(pending.rows[0]?.n).toBeGreaterThan(0)
  })

  it('is true to the authority: what it holds is what the documents say', async () => {
    const Ledger = z.array(z.object({ uuid: z.string(), codeNumber: z.string() }))
    const ledger = await control('ledger', Ledger)
    const { rows } = await sql<{ authority_uuid: string; invoice_number: string }>`
      SELECT authority_uuid, invoice_number FROM documents WHERE authority_uuid IS NOT NULL`.execute(db)
    const pairs = (list: string[][]) => list.map((pair) => pair.join(' ')).toSorted()
    expect(pairs(ledger.map((one) => [one.uuid, one.codeNumber]))).toEqual(
      pairs(rows.map((one) => [one.authority_uuid, one.invoice_number])),
    )
  })

  it('was made and approved by different people, in the order of time', async () => {
    const { rows } = await sql`
      SELECT invoice_number FROM documents WHERE created_by = approved_by OR approved_at < created_at
        OR submitted_at < approved_at OR validated_at < submitted_at - interval '1 minute'`.execute(db)
    expect(rows).toEqual([])
    const numbers = await sql<{ invoice_number: string }>`
      SELECT invoice_number FROM documents WHERE source = 'UI' AND sender_store_code = 'PEN01'
      AND invoice_type = '01' ORDER BY created_at, invoice_number`.execute(db)
    const inOrder = numbers.rows.map((row) => row.invoice_number)
    expect(inOrder).toEqual(inOrder.toSorted())
  })

  it('survives the first sweep of a worker: what a person holds, a person releases', async () => {
    await sweep(engineOn(systemClock), 0)
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM documents WHERE status = 'OnHold'`.execute(db)
    expect(rows[0]?.n).toBe(2)
  })

  it('leaves the simulator at the real time, with the settings it had', async () => {
    expect(await control('clock', z.unknown())).toMatchObject({ offset_ms: 0 })
    expect(await control('settings', z.unknown())).toMatchObject({
      rate_limits: true,
      validation_delay_ms: 1500,
    })
  })

  it('invents a password, tells it once and stores it nowhere', async () => {
    if (seeded.password !== 'invented') throw new Error('No password was invented.')
    expect(announce('http://localhost:8080', seeded)).toContain(seeded.text)
    const account = await findForSignIn(db, 'GITA@lulus.example')
    expect(await verifyPassword(account?.password_hash ?? null, seeded.text)).toBe(true)
    const { rows } = await sql<{
      text: string
    }>`SELECT string_agg(u::text, ' ') AS text FROM users u`.execute(db)
    expect(rows[0]?.text).not.toContain(seeded.text)
  })

  it('is the only one that adds anything', async () => {
    const before = [await count('documents'), await count('users'), await count('customers')]
    const again = await start()
    expect(again).toEqual({ password: 'kept' })
    expect(announce('http://localhost:8080', again)).not.toContain('once:')
    expect([await count('documents'), await count('users'), await count('customers')]).toEqual(before)
  })

  it('is followed by starts that may set the password anew', async () => {
    expect(await start('Kampung-Baru-Jam-9')).toEqual({ password: 'given' })
    for (const name of ['aminah', 'devi']) {
      const account = await findForSignIn(db, name)
      expect(await verifyPassword(account?.password_hash ?? null, 'Kampung-Baru-Jam-9')).toBe(true)
    }
  })
})

describe('the removal of the demo company', () => {
  it('leaves the database as it was before, table by table, and no start brings it back', async () => {
    const now = systemClock.now()
    const person = { username: 'nurul', email: 'nurul@rimba.example', first_name: 'Nurul', last_name: '' }
    const user_id = await inTransaction(db, (tx) =>
      createUser(
        tx,
        {
          ...{ ...person, access_type: 'superadmin', password_hash: null, origin: 'directory' },
          ...{ group_ids: [], sender_entity_ids: [], store_code_ids: [] },
        },
        now,
      ),
    )
    const session_of = { user_id, ip: '::1', user_agent: '', now }
    const token = await inTransaction(db, (tx) => openSession(tx, session_of))
    const caller = await loadCaller(db, { authorization: `Token ${token}` }, { now, idle_ms_max: 60_000 })
    if (caller?.kind !== 'user') throw new Error('Nurul cannot act.')
    const confirmation = ENTITIES.kinabalu.name
    await removeDemo({ db, caller, now }, { confirmation })

    const after = await rowsOf()
    const changed = Object.keys(after).filter((table) => after[table] !== empty[table])
    // What the log tells of people and settings stays, with its chain, and groups and settings; and there is Nurul.
    expect(changed.toSorted()).toEqual([
      ...['audit_events', 'chain_ends', 'chain_heads', 'chain_links'],
      ...['group_permissions', 'groups', 'settings', 'users'],
    ])
    expect(after.users).toBe(1)

    const again = await start('Kampung-Baru-Jam-10')
    expect(again).toEqual({ password: 'none', set_up_url: undefined })
    expect(announce('http://localhost:8080', again)).not.toMatch(/demo/i)
    expect(await rowsOf()).toEqual(after)
    const { rows } = await sql<{ text: string }>`SELECT s::text AS text FROM settings s`.execute(db)
    expect(rows.map(({ text }) => text).join()).not.toContain('lulus.example')
  })
})
