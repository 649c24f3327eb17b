import { setImmediate as nextRound } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { Caller } from '#domain/access/caller.ts'
import { type Random, seeded } from '../../test/simulation/random.ts'
import { createWorld } from '../../test/world.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { connectTo, inTransaction } from '../platform/db/database.ts'
import { openLog } from '../platform/log/log.ts'
import { issueKey } from './api-keys.ts'
import { loadAbsent, loadCaller } from './caller.ts'
import { closeSession, closeSessionsOf } from './sessions.ts'

const SEEDS = [1, 2, 3]
const STEPS = 40

const world = await createWorld()
const { db, clock, company } = world
const { users, stores, entities } = company
const { aminah } = users

/** Two processes: what one remembers of its own, the other does not. */
const processes = [1, 2].map(() => connectTo(world.connection, { pool_max: 3, log: openLog('error') }).db)
afterAll(() => Promise.all(processes.map((handle) => handle.destroy())))

type Subject = { headers: Record<string, string>; truth(): Promise<Caller | undefined> }

const sessionOf = async (user_id: string): Promise<Subject & { token: string }> => {
  const headers = await world.tokenHeader(user_id)
  const token = headers.authorization.split(' ')[1] ?? ''
  const truth = async () => {
    const { rows } = await sql`SELECT FROM sessions WHERE token_hash = ${sha256Hex(token)}`.execute(db)
    return rows.length > 0 ? loadAbsent(db, { kind: 'user', id: user_id }, clock.now()) : undefined
  }
  return { headers, token, truth }
}

const newKey = async (): Promise<Subject & { id: string }> => {
  const { id, key } = await inTransaction(db, (tx) =>
    issueKey(tx, {
      ...{ name: 'Till', sender_entity_id: entities.kinabalu, store_code_ids: [stores.KUL01, stores.PEN01] },
      ...{ flags: ['can_view_invoice'], expires_at: new Date('2027-01-01T00:00:00Z'), now: clock.now() },
    }),
  )
  const truth = () => loadAbsent(db, { kind: 'api_key', id }, clock.now())
  return { headers: { 'x-api-key': key }, id, truth }
}

/** Whatever decides who somebody is and what they reach, there and back. */
const changesOf = (token: string, key_id: string) => {
  const run = (statement: ReturnType<typeof sql>) => () => statement.execute(db)
  return [
    run(sql`UPDATE users SET is_active = NOT is_active WHERE id = ${aminah}`),
    run(sql`UPDATE users SET first_name = first_name || 'h' WHERE id = ${aminah}`),
    run(sql`UPDATE users SET access_type = CASE access_type WHEN 'user' THEN 'superadmin' ELSE 'user' END
      WHERE id = ${aminah}`),
    run(sql`DELETE FROM user_groups WHERE user_id = ${aminah}`),
    run(sql`INSERT INTO user_groups SELECT ${aminah}, id FROM groups ON CONFLICT DO NOTHING`),
    run(sql`DELETE FROM group_permissions WHERE flag = 'can_edit_invoice'`),
    run(sql`INSERT INTO group_permissions SELECT id, 'can_edit_invoice' FROM groups ON CONFLICT DO NOTHING`),
    run(sql`DELETE FROM user_entities WHERE user_id = ${aminah}`),
    run(sql`INSERT INTO user_entities SELECT ${aminah}, id FROM sender_entities ON CONFLICT DO NOTHING`),
    run(sql`DELETE FROM user_store_codes WHERE user_id = ${aminah} AND store_code_id = ${stores.PEN01}`),
    run(sql`INSERT INTO user_store_codes SELECT ${aminah}, id FROM store_codes ON CONFLICT DO NOTHING`),
    run(sql`UPDATE store_codes SET code = code || '1' WHERE id = ${stores.KUL01} AND length(code) < 15`),
    run(
      sql`DELETE FROM api_key_store_codes WHERE api_key_id = ${key_id} AND store_code_id = ${stores.PEN01}`,
    ),
    run(sql`UPDATE api_keys SET flags = array_append(flags, 'can_export_csv') WHERE id = ${key_id}`),
    run(sql`UPDATE api_keys SET revoked_at = ${clock.now()} WHERE id = ${key_id}`),
    () => inTransaction(db, (tx) => closeSession(tx, token)),
    () => inTransaction(db, (tx) => closeSessionsOf(tx, aminah)),
  ]
}

const limits = () => ({ now: clock.now(), idle_ms_max: 900_000 })

/** Calls again and again, and says of each answer how much was changed, and told, before it was asked for. */
const callAlways = (subject: Subject, state: { begun: number; acknowledged: number; over: boolean }) => {
  const answers: { after: number; before: number; caller: Caller | undefined }[] = []
  const ask = async (handle: typeof db) => {
    const after = state.acknowledged
    const caller = await loadCaller(handle, subject.headers, limits())
    answers.push({ after, before: state.begun, caller })
  }
  const loop = async (handle: typeof db, pause: number) => {
    while (!state.over) {
      await ask(handle)
      // Else all would ask at the same moment, and nobody while others wait.
      for (let round = 0; round < pause; round++) await nextRound()
    }
  }
  const loops = processes.flatMap((handle) => [0, 1, 3, 7].map((pause) => loop(handle, pause)))
  return { answers, ask: () => Promise.all(processes.map(ask)), done: Promise.all(loops) }
}

const play = async (random: Random) => {
  const session = await sessionOf(aminah)
  const key = await newKey()
  const subjects: Subject[] = [session, key]
  const changes = changesOf(session.token, key.id)
  const state = { begun: 0, acknowledged: 0, over: false }
  const truths = await Promise.all(subjects.map(async ({ truth }) => [await truth()]))
  const calls = subjects.map((subject) => callAlways(subject, state))
  for (let step = 0; step < STEPS; step++) {
    state.begun++
    // What ends somebody for good comes in the second half.
    await random.pick(step < STEPS / 2 ? changes.slice(0, -3) : changes)()
    state.acknowledged++
    const asked = calls.map(({ ask }) => ask())
    for (const [at, { truth }] of subjects.entries()) truths[at]?.push(await truth())
    await Promise.all(asked)
  }
  state.over = true
  await Promise.all(calls.map(({ done }) => done))
  return subjects.map((_, at) => ({ truths: truths[at] ?? [], answers: calls[at]?.answers ?? [] }))
}

it.each(SEEDS)(
  'a call that begins after a change was told sees it, in every process: seed %i',
  async (seed) => {
    for (const { truths, answers } of await play(seeded(seed))) {
      expect(answers.length).toBeGreaterThan(STEPS)
      const texts = truths.map(textOf)
      // Asked for in the midst of a change, either is right.
      const wrong = answers.filter(
        ({ after, before, caller }) => !texts.slice(after, before + 1).includes(textOf(caller)),
      )
      expect(wrong).toEqual([])
    }
  },
)

const textOf = (caller: Caller | undefined) =>
  JSON.stringify(caller && { ...caller, flags: [...caller.flags].toSorted() })
