import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { defects } from '#contract/defects.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { demo } from '#contract/installation/demo.ts'
import { session } from '#contract/people/session.ts'
import { reports } from '#contract/reports/reports.ts'
import { templates } from '#contract/templates.ts'
import { buildCustomer, buildDocument } from '../../test/build.ts'
import { clientOf } from '../../test/client.ts'
import { csvOf, row } from '../../test/files.ts'
import { matched } from '../../test/importing.ts'
import { request, workReports } from '../../test/reports/reporting.ts'
import { createWorld, NOON, type World } from '../../test/world.ts'
import { issueKey } from '../access/api-keys.ts'
import { resolveCancellation } from '../documents/cancelling/cancellation.job.ts'
import { watch } from '../documents/cancelling/watch.job.ts'
import { releaseHeld } from '../documents/deciding/release-held.ts'
import { sendApproved } from '../documents/sending/send.job.ts'
import { sweep } from '../documents/sweep.job.ts'
import { pollSubmission } from '../documents/verdicts/poll.job.ts'
import { resolveAttempt } from '../documents/verdicts/resolve.job.ts'
import { createEntity, createStore, newEntityCode } from '../entities/records/create.ts'
import { writeAnchor } from '../evidence/anchor.job.ts'
import { verifySnapshot } from '../evidence/verify.ts'
import { tidyImports } from '../imports/running/tidy.job.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createUser } from '../users/create.ts'
import { RECORD_KINDS } from '../worker.ts'
import { ENTITIES } from './company.ts'
import { DEFECTS } from './defects.ts'
import { readReferences } from './references.ts'
import { EVIDENCE_OF_COMPANIES, surveyDemo, tablesOfCompanies } from './removal.ts'
import { seedDefects } from './seed-defects.ts'

const NAME = ENTITIES.kinabalu.name
const NOTHING = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }

/** A superadmin of the installation's own, and a company of its own. */
const settleIn = async (world: World) => {
  const { db, app } = world
  const [nurul, rimba, store] = await inTransaction(db, async (tx) => {
    const person = {
      first_name: 'Nurul',
      last_name: 'Idris',
      username: 'nurul',
      email: 'nurul@rimba.example',
    }
    const user = await createUser(
      tx,
      { ...person, access_type: 'superadmin', password_hash: null, origin: 'directory', ...NOTHING },
      NOON,
    )
    const own = { ...ENTITIES.selat, name: 'Rimba Sdn Bhd', entity_code: newEntityCode() }
    const entity = await createEntity(tx, own, NOON)
    return [user, entity, await createStore(tx, { sender_entity_id: entity, code: 'HQ', name: 'HQ' }, NOON)]
  })
  return { ...{ nurul, rimba, store }, as: clientOf(app, () => world.tokenHeader(nurul)) }
}

const count = async (world: World, table: string, where = sql`TRUE`) => {
  const { rows } = await sql<{
    n: string
  }>`SELECT count(*) AS n FROM ${sql.table(table)} WHERE ${where}`.execute(world.db)
  return Number(rows[0]?.n)
}

describe('the demo data', () => {
  let world: World
  let own: Awaited<ReturnType<typeof settleIn>>
  beforeAll(async () => {
    world = await createWorld({ simulator: true })
    own = await settleIn(world)
  })
  const read = async () => (await own.as.call(demo.read, {})).body
  const remove = (confirmation: string = NAME) => own.as.call(demo.remove, { body: { confirmation } })

  it('are counted, with what becomes of the accounts', async () => {
    await buildDocument(world)
    await buildCustomer(world)
    const survey = await read()
    expect(survey).toMatchObject({
      gone: false,
      companies: [NAME, ENTITIES.selat.name],
      documents: 1,
      customers: 1,
    })
    expect(survey).toMatchObject({
      accounts_deleted: 7,
      accounts_deactivated: 0,
      confirmation: NAME,
      refusal: '',
    })
  })

  it('name the accounts that go, also one that somebody made their own by renaming it', async () => {
    await sql`UPDATE users SET email = 'ali@rimba.example' WHERE username = 'ezra'`.execute(world.db)
    const { accounts } = await read()
    expect(accounts).toHaveLength(7)
    expect(accounts).toContainEqual({ email: 'ali@rimba.example', is_active: true, deleted: true })
    await sql`UPDATE users SET email = 'ezra@lulus.example' WHERE username = 'ezra'`.execute(world.db)
  })

  it('are not removed by one of their own accounts, which would be locked out', async () => {
    const answer = await world.as('devi').call(demo.remove, { body: { confirmation: NAME } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'demo_stays' } })
    expect((await world.as('devi').call(demo.read, {})).body.refusal).toContain('one of the demo company')
  })

  it('are not removed from a screen where they are too many for a person to wait', async () => {
    const by = { db: world.db, caller: { kind: 'user' as const, user_id: own.nurul } }
    const { refusal } = await surveyDemo({ ...by, documents_max: 0 })
    expect(refusal).toBe(
      'The demo company has 1 documents, too many to be removed while you wait. Whoever runs Lulus removes them: ' +
        'npm run lulus -- demo remove',
    )
    expect((await surveyDemo({ ...by, documents_max: 1 })).refusal).toBe('')
  })

  it('are not removed without the name, nor by whoever is no superadmin', async () => {
    expect(await remove('yes')).toMatchObject({
      status: 400,
      body: { confirmation: [`Please type ${NAME}.`] },
    })
    const aminah = await world.as('aminah').call(demo.remove, { body: { confirmation: NAME } })
    expect(aminah.status).toBe(403)
    expect(await count(world, 'documents')).toBe(1)
  })

  it('stay while a document is out, and for good once one had legal effect', async () => {
    const put = (state: string, environment: string) =>
      sql`
      INSERT INTO submissions (sender_entity_id, environment, sender_slot, state, intended_at)
      VALUES (${world.company.entities.selat}, ${environment}, 'single-1', ${state}, now())`.execute(world.db)
    await put('intent', 'simulator')
    expect(await remove()).toMatchObject({
      status: 409,
      body: { detail: 'A document of the demo company is being sent at this moment. Try again in a minute.' },
    })
    await sql`UPDATE submissions SET state = 'accepted', environment = 'prod'`.execute(world.db)
    expect(await remove()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('legal effect') },
    })
    await sql`DELETE FROM submissions`.execute(world.db)
    expect((await read()).refusal).toBe('')
  })
})

it('all go at once, and what is real stays: rows, keys, people, logs', async () => {
  const world = await createWorld({ simulator: true })
  const own = await settleIn(world)
  const { db, engine, company } = world
  const sent = await buildDocument(world, { status: 'Submitted' })
  for (const status of ['Validated', 'Outcome Unknown'] as const) await buildDocument(world, { status })
  await world.as('aminah').call(
    templates.save,
    {
      body: {
        name: 'Rent',
        data: { description: '', invoice: { sender_entity_code: ENTITIES.kinabalu.entity_code } },
      },
    },
    { headers: { 'idempotency-key': 'a key' } },
  )
  // Devi once made a key for the company that is real; Gita signed in.
  const grant = { name: 'Till', flags: [], store_code_ids: [own.store], expires_at: new Date('2027-01-01') }
  await inTransaction(db, (tx) =>
    issueKey(tx, { ...grant, sender_entity_id: own.rimba, created_by: company.users.devi, now: NOON }),
  )
  await sql`INSERT INTO login_records (username, user_id, outcome, ip, user_agent, at, account, source, standing)
    VALUES ('gita', ${company.users.gita}, 'succeeded', '::1', '', now(), 'user', 'address', 'new')`.execute(
    db,
  )
  await sql`INSERT INTO user_entities VALUES (${own.nurul}, ${company.entities.kinabalu})`.execute(db)
  await sql`INSERT INTO cancellations (document_id, sender_entity_id, reason, actor_name, state, intended_at)
    SELECT id, sender_entity_id, 'r', 'n', 'unclear', now() FROM documents WHERE status = 'Validated'`.execute(
    db,
  )
  const attempts = (await sql<{ id: string }>`SELECT id FROM attempts`.execute(db)).rows
  const cancellations = (await sql<{ id: string }>`SELECT id FROM cancellations`.execute(db)).rows
  expect([attempts.length > 1, cancellations.length]).toEqual([true, 1])
  const demo_ids = Object.values(company.entities)
  const ofDemoIn = async (table: string) =>
    (
      await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}
        WHERE sender_entity_id = ANY(${demo_ids}::uuid[])`.execute(db)
    ).rows[0]?.count
  expect(await ofDemoIn('authority_answers')).toBeGreaterThan(0)
  const { anchors } = world
  await writeAnchor({ db, log: world.log, anchors, anchor_mail_to: undefined, now: world.clock.now() })

  const answers = await Promise.all(
    [1, 2].map(() => own.as.call(demo.remove, { body: { confirmation: NAME } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    ...{ gone: true, documents: 3, accounts_deleted: 5, accounts_deactivated: 2 },
  })

  const left = (await own.as.call(demo.read, {})).body
  expect(left).toMatchObject({ gone: true, companies: [], documents: 0, customers: 0 })
  for (const table of tablesOfCompanies(await readReferences(db))) {
    const mine = { sender_entities: 1, store_codes: 1, api_keys: 1, api_key_store_codes: 1 }
    expect([table, await count(world, table)]).toEqual([table, new Map(Object.entries(mine)).get(table) ?? 0])
  }
  const people = await sql<{ username: string; is_active: boolean }>`
    SELECT username, is_active FROM users ORDER BY username`.execute(db)
  expect(people.rows).toEqual([
    { username: 'devi', is_active: false },
    { username: 'gita', is_active: false },
    { username: 'nurul', is_active: true },
  ])
  expect(await count(world, 'first_answers')).toBe(0)
  expect(await count(world, 'login_records')).toBe(1)
  for (const table of EVIDENCE_OF_COMPANIES) expect([table, await ofDemoIn(table)]).toEqual([table, 0])
  // Of Selat nothing was ever recorded.
  expect(await count(world, 'chain_ends')).toBe(1)
  expect(await verifySnapshot(db, { kinds: RECORD_KINDS, anchors })).toMatchObject({ intact: true })
  const told = await sql<{ field: string; old_value: string; actor_name: string }>`
    SELECT field, old_value, actor_name FROM audit_events
    WHERE target_kind = 'demo_data' AND field IN ('documents', 'companies') ORDER BY field`.execute(db)
  expect(told.rows).toEqual([
    { field: 'companies', old_value: `${NAME}, ${ENTITIES.selat.name}`, actor_name: 'Nurul Idris' },
    { field: 'documents', old_value: '3', actor_name: 'Nurul Idris' },
  ])
  expect((await own.as.call(session.profile, {})).body.sender_entities.map(({ name }) => name)).toEqual([
    'Rimba Sdn Bhd',
  ])

  // Jobs that still wait find nothing, and end.
  const { sender_entity_id, submission_uid } = sent
  await sendApproved(engine, { sender_entity_id, lane: 'single' })
  await pollSubmission(engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  for (const { id } of attempts) await resolveAttempt(engine, id)
  for (const { id } of cancellations) await resolveCancellation(engine, id)
  await releaseHeld(engine, { sender_entity_id })
  await sweep(engine, 0)
  await watch(engine)
})

it('no table is forgotten that says to which company a row belongs', async () => {
  const { db } = await createWorld()
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'sender_entity_id' ORDER BY 1`.execute(db)
  const reached = tablesOfCompanies(await readReferences(db))
  const missed = rows.map(({ name }) => name).filter((name) => !reached.includes(name))
  // Rows of document_orders go with their documents.
  const of_documents = [
    ...['document_agents', 'document_buyers', 'document_count_changes', 'document_counts'],
    'document_orders',
  ]
  const of_buyers = ['buyer_count_changes', 'buyer_counts']
  const named = [
    ...of_buyers,
    'change_requests',
    ...of_documents,
    'import_columns',
    'imports',
    'number_letters',
  ]
  expect(missed).toEqual([...EVIDENCE_OF_COMPANIES, ...named])
})

it('takes the uploads of the demo along, rows and files, and leaves those of others', async () => {
  const world = await createWorld()
  const { as } = await settleIn(world)
  const content = csvOf([row('DEMO-1'), row('DEMO-2')])
  const made = await matched(world, 'aminah', content)
  const { body: own } = await as.callWrongly(importSteps.begin, {
    form: {},
    upload: new File([content], 'own.csv'),
  })
  await as.call(demo.remove, { body: { confirmation: NAME } })
  await tidyImports(world)
  const { rows } = await sql<{ id: string }>`SELECT id FROM imports`.execute(world.db)
  expect(rows).toEqual([{ id: own.id }])
  expect(made.counts.rows).toBeGreaterThan(0)
  expect(await count(world, 'import_rows')).toBe(0)
})

it('takes the reports of the demo along, rows and files, and leaves those of others', async () => {
  const world = await createWorld()
  const { as } = await settleIn(world)
  await buildDocument(world)
  await request(world, 'aminah', { report_type: 'scheduled', frequency: 'weekly' })
  await request(world, 'aminah')
  const { body: own } = await as.call(reports.create, {
    body: { report_type: 'adhoc', filters: { status: 'All' } },
  })
  await workReports(world)
  const { rows } = await sql<{ id: string; file_key: string }>`
    SELECT id, file_key FROM report_runs WHERE id <> ${own.id}`.execute(world.db)
  await as.call(demo.remove, { body: { confirmation: NAME } })
  expect(await workReports(world)).toEqual(['reports.remove-files'])
  expect(rows).toHaveLength(1)
  for (const { file_key } of rows) expect(await world.files.get(file_key)).toBeNull()
  expect([await count(world, 'report_runs'), await count(world, 'report_schedules')]).toEqual([1, 0])
  // What it holds is gone, and nobody takes it away any more.
  const file = await as.call(reports.download, { params: { id: own.id } })
  expect(file).toMatchObject({ status: 409, body: { code: 'scope_lost' } })
})

it('takes the defects of the demo along, and leaves one in which somebody else had a word', async () => {
  const world = await createWorld()
  const own = await settleIn(world)
  const { db, anchors } = world
  await inTransaction(db, (tx) => seedDefects(tx, world.company, NOON))
  const verified = () => verifySnapshot(db, { kinds: RECORD_KINDS, anchors })
  const listed = async () => (await own.as.call(defects.list, { query: {} })).body.results
  const before = await listed()
  expect(before.map(({ status }) => status).toSorted()).toEqual(DEFECTS.map(endOf).toSorted())
  expect(before.map(({ comments }) => comments.length)).toContain(3)
  expect((await own.as.call(demo.read, {})).body).toMatchObject({ accounts_deactivated: 0 })
  expect(await verified()).toMatchObject({ intact: true })

  const mine = before.find(({ status }) => status === 'in_progress')
  await own.as.call(defects.addComment, { params: { id: mine?.id ?? '' }, body: { comment: 'Here too.' } })
  const survey = await own.as.call(demo.read, {})
  // Of Ezra, who told it, and of Devi, who asked, rows stay.
  expect(survey.body).toMatchObject({ accounts_deleted: 5, accounts_deactivated: 2 })
  expect((await own.as.call(demo.remove, { body: { confirmation: NAME } })).status).toBe(200)
  expect((await listed()).map(({ id }) => id)).toEqual([mine?.id])
  expect(await verified()).toMatchObject({ intact: true })
})

const endOf = ({ deeds }: (typeof DEFECTS)[number]) => deeds.findLast(({ status }) => status)?.status ?? 'new'
