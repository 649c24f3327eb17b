import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { demo } from '#contract/installation/demo.ts'
import { intake } from '#contract/intake.ts'
import { apiKeys } from '#contract/people/api-keys.ts'
import { users } from '#contract/people/users.ts'
import { recordChange } from '../src/audit/record.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { removeStore } from '../src/entities/records/stores.ts'
import { verifySnapshot } from '../src/evidence/verify.ts'
import { inTransaction, type Tx } from '../src/platform/db/database.ts'
import { changeUser, holdUser } from '../src/users/change.ts'
import { createUser } from '../src/users/create.ts'
import { RECORD_KINDS } from '../src/worker.ts'
import { buildCustomer, buildDocument, documentOf, payload, submit } from './build.ts'
import { NEW_USER, newNames } from './calls/cases.ts'
import { openCalls } from './calls/filled-calls.ts'
import { type Answer, clientOf } from './client.ts'
import { testDatabase } from './database.ts'
import { holdOpen, untilWaiting, type Work } from './held-open.ts'
import { createWorld, NOON, type World } from './world.ts'

/** Each call that waits keeps a connection. */
const CONNECTIONS = 80

const OWN_SUPERADMIN = {
  ...{ ...NEW_USER, ...newNames() },
  ...{ access_type: 'superadmin' as const, password_hash: null },
}

/** Of the demo's companies nothing is vouched for any more, and of all else everything. */
const demandNoEvidence = async ({ db, company, anchors }: World) => {
  expect(await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).toMatchObject({ intact: true })
  const { kinabalu, selat } = company.entities
  const left = await sql`SELECT chain FROM chain_heads WHERE chain IN (${kinabalu}, ${selat})
    UNION SELECT sender_entity_id FROM audit_events WHERE sender_entity_id IN (${kinabalu}, ${selat})`.execute(
    db,
  )
  expect(left.rows).toEqual([])
}

/** The answer to a call that finds what `work` has locked, and goes on once that is committed. */
const during = async (world: World, work: Work, call: () => Promise<Answer>): Promise<Answer> => {
  const other = await holdOpen(world, work)
  const answer = call()
  await Promise.race([answer, untilWaiting(world.db, () => 1)])
  await other.commit()
  return answer
}

describe('a company that is deactivated while its document is judged', async () => {
  const world = await createWorld()
  const { kinabalu } = world.company.entities
  const activate = (is_active: boolean) =>
    sql`UPDATE sender_entities SET is_active = ${is_active} WHERE id = ${kinabalu}`
  const hold = sql`SELECT FROM sender_entities WHERE id = ${kinabalu} FOR UPDATE`
  const deactivate = async (tx: Tx) => {
    await hold.execute(tx)
    await activate(false).execute(tx)
  }
  const refused = { status: 400, body: { sender_entity_code: [`${ENTITIES.kinabalu.name} is deactivated.`] } }

  it('gets no new document', async () => {
    expect(await during(world, deactivate, () => submit(world, 'aminah', payload()))).toMatchObject(refused)
    const { rows } = await sql`SELECT FROM documents`.execute(world.db)
    expect(rows).toEqual([])
    await activate(true).execute(world.db)
  })

  it('keeps the old ones as they are', async () => {
    const before = await buildDocument(world, { status: 'Approval Rejected' })
    const edit = payload({ uuid: before.id, document_remarks: 'Edited' })
    expect(await during(world, deactivate, () => submit(world, 'aminah', edit))).toMatchObject(refused)
    expect(await documentOf(world, before.id)).toEqual(before)
  })
})

describe('a department that is deleted', async () => {
  const world = await createWorld()
  const { stores, entities } = world.company
  const devi = world.as('devi')
  const remove =
    (id: string): Work =>
    async (tx) => {
      await sql`DELETE FROM user_store_codes WHERE store_code_id = ${id}`.execute(tx)
      await removeStore(tx, id)
    }

  it('gets no key', async () => {
    const key = {
      name: 'Till',
      flags: ['can_create_invoice'],
      expires_on: '2027-01-31',
      store_codes: ['PEN01'],
    }
    const body = { ...key, sender_entity_code: ENTITIES.kinabalu.entity_code }
    const making = () => devi.callWrongly(apiKeys.create, { body })
    expect(await during(world, remove(stores.PEN01), making)).toMatchObject({
      status: 400,
      body: { store_codes: [`${ENTITIES.kinabalu.name} has no department PEN01.`] },
    })
  })

  it('is granted to nobody', async () => {
    const body = {
      ...{ ...NEW_USER, ...newNames(), password_hash: undefined },
      ...{ sender_entity_ids: [entities.selat], store_code_ids: [stores.JHB01] },
    }
    const making = () => devi.callWrongly(users.create, { body })
    expect(await during(world, remove(stores.JHB01), making)).toMatchObject({
      status: 400,
      body: { store_code_ids: ['There is no such department.'] },
    })
  })
})

it('a change that the removal of the demo data waits for leaves no evidence behind', async () => {
  const world = await createWorld({ simulator: true })
  const id = await buildCustomer(world)
  const nurul = await inTransaction(world.db, (tx) => createUser(tx, OWN_SUPERADMIN, NOON))
  const remover = clientOf(world.app, () => world.tokenHeader(nurul))
  const change: Work = async (tx) => {
    await sql`UPDATE customers SET city = 'Ipoh' WHERE id = ${id}`.execute(tx)
    const { kinabalu } = world.company.entities
    const target = { kind: 'customer' as const, id, name: 'Pelanggan', sender_entity_id: kinabalu }
    const told = { before: { city: '' }, after: { city: 'Ipoh' }, fields: ['city'] as const }
    await recordChange(tx, { caller: undefined, now: NOON }, { target, ...told })
  }
  const body = { confirmation: ENTITIES.kinabalu.name }
  const removed = await during(world, change, () => remover.callWrongly(demo.remove, { body }))
  expect(removed).toMatchObject({ status: 200, body: { gone: true } })
  await demandNoEvidence(world)
})

it.each([
  ['is no superadmin any more', { access_type: 'user' }],
  ['is switched off', { is_active: false }],
])('the demo data stay when whoever removes them %s by the time all of them are held', async (_, change) => {
  const world = await createWorld({ simulator: true })
  const id = await buildCustomer(world)
  const nurul = await inTransaction(world.db, (tx) => createUser(tx, OWN_SUPERADMIN, NOON))
  const header = await world.tokenHeader(nurul)
  const remover = clientOf(world.app, async () => header)
  const take: Work = async (tx) => {
    await sql`SELECT FROM customers WHERE id = ${id} FOR UPDATE`.execute(tx)
    await changeUser(tx, { id: nurul, revision: await holdUser(tx, nurul) }, change)
  }
  const body = { confirmation: ENTITIES.kinabalu.name }
  const refused = await during(world, take, () => remover.callWrongly(demo.remove, { body }))
  expect(refused).toMatchObject({ status: 403, body: { detail: 'Only a superadmin may do this.' } })
  const { rows } = await sql`SELECT FROM customers WHERE id = ${id}`.execute(world.db)
  expect(rows).toHaveLength(1)
})

/** After which the caller's other calls would be nobody's. */
const ENDS_SESSIONS = ['session.logout', 'sessions.endOthers', 'passwords.change']

/** Every call that writes, made while the demo company and its people are deleted and that is not yet committed. */
it.each(['an account that goes with it', 'a superadmin who stays'])(
  'no call of %s fails by surprise while the demo data are removed',
  async (who) => {
    const world = await createWorld({
      simulator: true,
      database: await testDatabase({ pool_max: CONNECTIONS }),
    })
    const { db, company } = world
    const nurul = await inTransaction(db, (tx) => createUser(tx, OWN_SUPERADMIN, NOON))
    const signIn = async (user_id: string) => {
      const header = await world.tokenHeader(user_id)
      return clientOf(world.app, async () => header)
    }
    const calls = await openCalls(world)
    const rejected = await buildDocument(world, { status: 'Approval Rejected' })
    const remover = await signIn(nurul)
    const caller = who.includes('stays') ? remover : await signIn(company.users.devi)

    // The removal ends with a setting; there it waits, with everything deleted.
    const settings = await holdOpen(world, (tx) =>
      sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`.execute(tx),
    )
    const removed = remover.call(demo.remove, { body: { confirmation: ENTITIES.kinabalu.name } })
    await untilWaiting(db, () => 1)

    const writing = allEndpoints.filter(({ method, id }) => method !== 'GET' && id !== demo.remove.id)
    let answered = 0
    const counted = async (name: string, call: Promise<Answer>) => {
      const answer = await call
      answered += 1
      return { name, answer }
    }
    const edit = { body: [{ invoices_data: payload({ uuid: rejected.id }) }] }
    const answers = [counted('an edit', caller.callWrongly(intake.submit, edit))]
    for (const ends of [false, true]) {
      const now = writing.filter(({ id }) => ENDS_SESSIONS.includes(id) === ends)
      answers.push(...now.map((endpoint) => counted(endpoint.id, calls.sendAs(caller, endpoint))))
      // All that are not answered, and the removal itself.
      await untilWaiting(db, () => answers.length - answered + 1)
    }
    const waited = answers.length - answered
    await settings.commit()

    expect((await removed).status).toBe(200)
    const wrong = (await Promise.all(answers)).filter(({ answer }) => answer.status >= 500)
    expect(wrong.map(({ name, answer }) => `${name}: ${answer.status} ${answer.text}`)).toEqual([])
    expect(waited).toBeGreaterThan(10)
    await demandNoEvidence(world)
  },
)
