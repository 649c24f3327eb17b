import { randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { KEY_LENGTH_MAX } from '#contract/endpoint.ts'
import { templates } from '#contract/templates.ts'
import { allFields, openCalls } from './calls/filled-calls.ts'
import { storedRows } from './stored.ts'
import { createWorld } from './world.ts'

/** Calls that may be repeated as they are, each for its reason. A new POST is marked in the contract or named here. */
const NOT_MARKED: Readonly<Record<string, string>> = {
  'session.login': 'a second sign-in is another session, of which the person has one',
  'session.logout': 'what is ended stays ended',
  'unsubscribe.digest': 'what has ended stays ended',
  'messages.dismiss': 'what is dismissed stays dismissed',
  'users.sendLink': 'each one is another link; more than a few are not mailed',
  'apiKeys.revoke': 'what is revoked stays revoked: a conflict',
  'changeRequests.previewGroup': 'stores nothing',
  'changeRequests.previewStoreCode': 'stores nothing',
  'changeRequests.decide': 'the second one is a conflict that says who decided',
  'changeRequests.withdraw': 'what is withdrawn stays withdrawn: a conflict',
  'webhooks.rotate': 'a secret whose answer was lost is replaced; the one that receivers have signs on',
  'webhooks.test': 'each one is another event, which says that it is a test',
  'webhooks.replay': 'whoever gets an event again knows it by its id',
  'webhooks.replaySpan': 'whoever gets an event again knows it by its id',
  'passwords.requestReset': 'each one is another link; more than a few are not mailed',
  'passwords.checkLink': 'stores nothing',
  'passwords.reset': 'a link works once: a conflict that says so',
  'passwords.change': 'the old password is no longer the present one',
  'demo.remove': 'what is gone stays gone: a conflict',
  'settings.restore': 'what is as it is by default stays so',
  'setUp.checkLink': 'stores nothing',
  'setUp.complete': 'a link works once: a conflict that says so',
  'sessions.endOthers': 'what is ended stays ended',
  'chain.verify': 'while one is under way it is that one',
  'reports.sendNow': 'while one is being made another one is a conflict',
  'reports.retry': 'what is being made did not fail: a conflict',
  'rules.trial': 'stores nothing',
  'rules.tryExamples': 'stores nothing',
  'trace.payload': 'stores nothing',
  'mails.test': 'each one is another mail, to the caller alone',
  'documents.approve': 'the second one is a conflict that says who decided',
  'approvals.freeze': 'a person has one frozen set, which takes the place of the former one',
  'approvals.approveFrozen': 'a set that is approved answers how that stands',
  'approvals.undo': 'what is undone answers how that stands',
  'cancellations.preview': 'stores nothing',
  'cancellations.stop': 'what is stopped answers how that stands',
  'documents.retry': 'a step of the lifecycle, possible once',
  'documents.retryMany': 'what goes out again has not failed any more',
  'documents.hold': 'a step of the lifecycle, possible once',
  'documents.release': 'a step of the lifecycle, possible once',
  'documents.settle': 'a step of the lifecycle, possible once',
  'documents.cancelFromList': 'a step of the lifecycle, possible once',
  'commits.github': 'a commit is kept once, by its id',
  'commits.gitlab': 'a commit is kept once, by its id',
  'intake.submit': 'keeps a key for each document of the call',
  'intake.correct': 'keeps a key for the document that it makes; without one, the second is a conflict',
  'intake.outcome': 'asks about a key',
  'imports.csv': 'what a file has stored is told again, at any time',
  'imports.file': 'what a file has stored is told again, at any time',
  'customers.import': 'who is there already stays as they are, at any time',
  'items.import': 'what is there already stays as it is, at any time',
  'imports.begin': 'the same file answers the import that it made',
  'imports.fix': 'what is repaired has the fault no more: it names no problem',
  'imports.undo': 'names the change, which is not the last one any more: a conflict',
  'imports.drop': 'what is left out stays so',
  'imports.store': 'what stores is not waiting to be stored: a conflict',
  'imports.cancel': 'what has ended stays so: a conflict',
  'intake.preview': 'stores nothing',
  'entities.takeOver': 'what has taken over waits no more: a conflict',
  'entities.testConnection': 'stores nothing',
}

/** What there can be once only, by its name or its field: under another key it is refused. */
const ALONE: Readonly<Record<string, { status: number; code: string }>> = {
  'users.create': { status: 400, code: 'invalid_fields' },
  'views.create': { status: 409, code: 'view_exists' },
  'reports.ofList': { status: 409, code: 'report_running' },
  'enrichment.create': { status: 409, code: 'default_exists' },
  'mappings.create': { status: 409, code: 'mapping_exists' },
  'rules.create': { status: 409, code: 'rule_exists' },
}

const creating = allEndpoints.filter(({ idempotent }) => idempotent)
const [once, crowd] = [await createWorld({ simulator: true }), await createWorld({ simulator: true })]
const [single, many] = [await openCalls(once), await openCalls(crowd)]

test('every call that might create answers a repetition with its first result, or is named with a reason', () => {
  const posts = allEndpoints.filter(({ method, status }) => method === 'POST' || status === 201)
  const unmarked = posts.filter(({ idempotent }) => !idempotent).map(({ id }) => id)
  expect(unmarked.toSorted()).toEqual(Object.keys(NOT_MARKED).toSorted())
})

test('every call that reads an Idempotency-Key says so in the contract', async () => {
  const reading: string[] = []
  for await (const file of glob('server/src/**/routes.ts')) {
    const [, ...routes] = (await readFile(file, 'utf8')).split(/^ {2}on\(/m)
    reading.push(...routes.filter((route) => route.includes('idempotencyKeyOf(')))
  }
  const saying = allEndpoints.filter(({ keeps_keys }) => keeps_keys).map(({ id }) => id)
  expect(reading.map((route) => route.replace(/,.*/s, '')).toSorted()).toEqual(saying.toSorted())
})

describe.each(creating.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
  const keyed = (key: string) => ({ 'idempotency-key': key })
  const key = randomUUID()

  test('answers the same under one key and makes one row, also ten at once', async () => {
    const before = await storedRows(once)
    const first = await single.send(endpoint, [], keyed(key))
    expect([first.status, first.body], first.text).toEqual([endpoint.status ?? 200, expect.any(Object)])
    const made = await storedRows(once)
    expect(made).not.toEqual(before)

    const empty = await storedRows(crowd)
    const ten = await Promise.all(Array.from({ length: 10 }, () => many.send(endpoint, [], keyed(key))))
    expect(new Set(ten.map(({ status, text }) => `${status} ${text}`)).size, ten[0]?.text).toBe(1)
    expect(ten[0]?.status).toBe(first.status)
    expect(grown(empty, await storedRows(crowd))).toEqual(grown(before, made))

    const again = await single.send(endpoint, [], keyed(key))
    expect(again).toMatchObject({ status: first.status, text: first.text })
    expect(await storedRows(once)).toEqual(made)
  })

  test('refuses another request under the key', async () => {
    const texts = allFields().filter(
      (field) => field.endpoint.id === id && (field.part === 'body' || field.part === 'form'),
    )
    const refusals = new Set<string>()
    // Where no field takes a word, one takes an id.
    for (const value of ['Another', randomUUID()]) {
      if (refusals.size > 0) break
      for (const field of texts) {
        const { status, body } = await single.send(endpoint, [{ ...field, value }], keyed(key))
        if (status !== 400) refusals.add(`${status} ${body.code}`)
      }
    }
    expect([...refusals]).toEqual(['409 idempotency_key_reused'])
  })

  const refusal = ALONE[id]
  test(`is ${refusal ? 'refused' : 'done again'} under another key`, async () => {
    const made = await storedRows(once)
    const again = await single.send(endpoint, [], keyed(randomUUID()))
    const { status, body } = again
    expect([status, refusal && body.code]).toEqual([refusal?.status ?? endpoint.status, refusal?.code])
    if (refusal) expect(await storedRows(once)).toEqual(made)
    else expect(await storedRows(once)).not.toEqual(made)
  })

  test('refuses a key that is too long', async () => {
    const long = await single.send(endpoint, [], keyed('k'.repeat(KEY_LENGTH_MAX + 1)))
    expect(long).toMatchObject({
      status: 400,
      body: { non_field_errors: [`An Idempotency-Key has at most ${KEY_LENGTH_MAX} characters.`] },
    })
  })
})

const grown = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  )

describe('what is kept', () => {
  const template = (name: string, invoice: Record<string, unknown> = {}) => ({
    name,
    data: { description: '', invoice },
  })
  const save = (who: 'aminah' | 'ezra', body: ReturnType<typeof template>, key: string) =>
    once.as(who).call(templates.save, { body }, { headers: { 'idempotency-key': key } })

  test('belongs to one caller', async () => {
    const hers = await save('aminah', template('Hers'), 'same word')
    const his = await save('ezra', template('His'), 'same word')
    expect([hers.status, his.status]).toEqual([201, 201])
    expect(his.body.id).not.toBe(hers.body.id)
  })

  test('is nothing of what was refused: the key may be used again', async () => {
    const wrong = template('Monthly', { sender_entity_code: '9999999999999999' })
    expect((await save('aminah', wrong, 'second try')).status).toBe(400)
    expect((await save('aminah', template('Monthly'), 'second try')).status).toBe(201)
  })

  test('neither tells what was sent or answered, nor lets it be guessed', async () => {
    const { body } = await save('aminah', template('Rahsia-1'), 'sealed')
    const { rows } = await sql<{ row: string }>`
      SELECT f::text AS row FROM first_answers f WHERE key = 'sealed'`.execute(once.db)
    expect(rows).toHaveLength(1)
    for (const secret of ['Rahsia-1', body.id]) expect(rows[0]?.row).not.toContain(secret)
  })
})
