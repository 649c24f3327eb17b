import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { users } from '#contract/people/users.ts'
import { holdOpen, untilWaiting } from '../../../test/held-open.ts'
import { createWorld, PASSWORD, SECRET_KEY } from '../../../test/world.ts'
import { hashPassword } from '../../access/passwords.ts'
import { asPerson } from '../../access/person.ts'
import { closeSessionsOf } from '../../access/sessions.ts'
import type { AccountName } from '../../demo/company.ts'
import { randomToken, sha256Hex } from '../../platform/crypto/digest.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { changeUser, holdUser } from '../../users/change.ts'
import { changePassword } from '../../users/create.ts'
import { type Line, openSignInLines } from '../line.ts'
import { signIn } from '../login.ts'
import { changeOwnPassword } from './change.ts'
import { endLinks } from './links.ts'
import { mailLink } from './mail-link.job.ts'
import { countOpenResets, insertReset } from './rows.ts'

/** What becomes of people who know the old password and are on their way in when it is given up. */
const world = await createWorld()
const { db, clock, log, company } = world
const NEW = 'Gunung-Ledang-1276-m'
const THEIRS = 'Sungai-Pahang-459-km'
const now = clock.now()
const from = { ip: '203.0.113.7', user_agent: 'test' }
const nobody = world.as('nobody')

/** A line in which whoever comes waits until the test lets them go on. */
const waitingLine = () => {
  const [come, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const line: Line = async (work) => {
    come.resolve()
    await go.promise
    return work()
  }
  const lines = { password: { devices: line, others: line }, directory: { devices: line, others: line } }
  return { lines, come: come.promise, release: () => go.resolve() }
}

const enter = (username: AccountName, lines = openSignInLines(), password = PASSWORD) => {
  const given = { username, password, auth_type: 'django' as const, devices: [], ...from }
  return signIn({ db, now, log, lines, directory: undefined, secret_key: SECRET_KEY }, given)
}
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => error.problem?.whole ?? error.problem?.fields ?? error,
  )
const WRONG = ['Unable to log in with the provided credentials.']
const NOT_PRESENT = { old_password: ['This is not your present password.'] }

const sessionsOf = async (name: AccountName) => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM sessions WHERE user_id = ${company.users[name]}`.execute(db)
  return rows[0]?.n
}
const outcomesOf = async (name: AccountName) => {
  const { rows } = await sql<{ outcome: string }>`
    SELECT outcome FROM login_records WHERE user_id = ${company.users[name]} ORDER BY nr`.execute(db)
  return rows.map(({ outcome }) => outcome)
}

const linkFor = async (name: AccountName) => {
  const token = randomToken()
  const valid_until = new Date(now.getTime() + 60_000)
  const link = { token_hash: sha256Hex(token), user_id: company.users[name], created_at: now, valid_until }
  await inTransaction(db, (tx) => insertReset(tx, link))
  return token
}
const follow = (token: string) => nobody.call(passwords.reset, { body: { token, new_password: NEW } })
const reset = async (name: AccountName) => follow(await linkFor(name))
const change = async (name: AccountName) => {
  const headers = await world.tokenHeader(company.users[name])
  const body = { old_password: PASSWORD, new_password: NEW }
  const changed = await nobody.call(passwords.change, { body }, { headers })
  await sql`DELETE FROM sessions WHERE user_id = ${company.users[name]}`.execute(db)
  return changed
}
const switchOff = async (name: AccountName) => {
  const params = { id: company.users[name] }
  const { body } = await world.as('devi').call(users.get, { params })
  return world.as('devi').call(users.update, { params, body: { revision: body.revision, is_active: false } })
}

describe('a sign-in that is under way', () => {
  it.each([
    ['is reset', 'aminah', reset],
    ['is changed', 'bakri', change],
    ['is of somebody who is switched off', 'ezra', switchOff],
  ] as const)('counts as a wrong try when the password %s before it is compared', async (_, name, giveUp) => {
    const { lines, come, release } = waitingLine()
    const answer = problemOf(enter(name, lines))
    await come
    expect((await giveUp(name)).status).toBe(200)
    release()
    expect([await answer, await sessionsOf(name), await outcomesOf(name)]).toEqual([WRONG, 0, ['failed']])
  })

  it('waits for a reset that is being written, and finds the new password', async () => {
    const password_hash = await hashPassword(NEW)
    const user_id = company.users.farid
    const writing = await holdOpen(world, async (tx) => {
      await changePassword(tx, user_id, password_hash)
      await closeSessionsOf(tx, user_id)
    })
    const answer = problemOf(enter('farid'))
    await Promise.race([answer, untilWaiting(db, () => 1)])
    await writing.commit()
    expect([await answer, await sessionsOf('farid')]).toEqual([WRONG, 0])
    expect(await enter('farid', openSignInLines(), NEW)).toMatchObject({ user_id })
  })
})

describe('a change of the password that is under way', () => {
  it('changes nothing when the password is reset before the old one is compared', async () => {
    const { lines, come, release } = waitingLine()
    const caller = asPerson(await world.callerOf('chong'))
    const passwords_given = { old_password: PASSWORD, new_password: THEIRS, token: 'of a thief' }
    const answer = problemOf(changeOwnPassword({ db, caller, now, lines }, { ...passwords_given, ...from }))
    await come
    expect((await reset('chong')).status).toBe(200)
    release()
    expect(await answer).toEqual(NOT_PRESENT)
    expect(await problemOf(enter('chong', openSignInLines(), THEIRS))).toEqual(WRONG)
    expect(await enter('chong', openSignInLines(), NEW)).toMatchObject({ user_id: company.users.chong })
  })
})

describe('a link that is being made', () => {
  it.each([
    ['gets another address', { email: 'farid@rimba.example' }],
    ['is switched off', { is_active: false }],
  ])('is made and mailed no more when its owner %s meanwhile', async (_, change) => {
    const id = company.users.farid
    const { body } = await world.as('devi').call(users.get, { params: { id } })
    const changing = await holdOpen(world, async (tx) => {
      await changeUser(tx, { id, revision: await holdUser(tx, id) }, change)
      await endLinks(tx, id, now)
    })
    const box: string[] = []
    const send = async (to: string) => void box.push(to)
    const made = mailLink({ db, clock, send, public_url: '' }, { email: body.email })
    await Promise.race([made, untilWaiting(db, () => 1)])
    await changing.commit()
    await made
    const open = await inTransaction(db, (tx) => countOpenResets(tx, id, now))
    expect([box, open]).toEqual([[], 0])
  })
})

describe('a link that is being used', () => {
  it('opens nothing when it is ended at the same moment; the two never wait for each other', async () => {
    const user_id = company.users.gita
    const token = await linkFor('gita')
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ending = inTransaction(db, async (tx) => {
      await holdUser(tx, user_id)
      held.resolve()
      await go.promise
      await endLinks(tx, user_id, now)
    })
    await held.promise
    const answer = follow(token)
    await Promise.race([answer, untilWaiting(db, () => 1)])
    go.resolve()
    await ending
    expect(await answer).toMatchObject({ status: 409, body: { code: 'reset_link_used' } })
  })
})
