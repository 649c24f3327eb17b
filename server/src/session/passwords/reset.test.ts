import { describe, expect, it } from 'vitest'
import { passwords } from '#contract/people/passwords.ts'
import { session } from '#contract/people/session.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { createWorld, PASSWORD, PUBLIC_URL } from '../../../test/world.ts'
import type { AccountName } from '../../demo/company.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail/letter.ts'
import { createUser } from '../../users/create.ts'
import { type Line, openLine } from '../line.ts'
import { mailLink } from './mail-link.job.ts'
import { resetPassword } from './reset.ts'

const world = await createWorld()
const { db, clock, company } = world
const NEW = 'Gunung-Ledang-1276-m'
const FROM = { ip: '198.51.100.7', user_agent: '' }
const FROM_THE_DIRECTORY = { access_type: 'user', password_hash: null, origin: 'directory' } as const

/** The job of one request, with a letter box in place of the post; answers the tokens in it. */
const lettersFor = async (email: string) => {
  const box: { to: string; letter: Letter }[] = []
  const send = async (to: string, letter: Letter) => void box.push({ to, letter })
  await mailLink({ db, clock, send, public_url: PUBLIC_URL }, { email })
  return box
}
const linkFor = async (name: AccountName): Promise<string> => {
  const [mail] = await lettersFor(`${name}@lulus.example`)
  return mail?.letter.link?.url.split('/').at(-1) ?? ''
}
const nobody = world.as('nobody')
const check = async (token: string) =>
  (await nobody.call(passwords.checkLink, { body: { token } })).body.state
const reset = (token: string, new_password = NEW) =>
  nobody.call(passwords.reset, { body: { token, new_password } })
const enter = async (username: string, password: string) =>
  (await nobody.call(session.login, { body: { username, password, auth_type: 'django' } })).status
const switchOff = (name: AccountName, is_active: boolean) =>
  db
    .withTables<{ users: { id: string; is_active: boolean } }>()
    .updateTable('users')
    .set({ is_active })
    .where('id', '=', company.users[name])
    .execute()
const isSignedIn = async (headers: Record<string, string>) =>
  (await nobody.call(session.profile, {}, { headers })).status === 200

describe('a link', () => {
  it('leads to the screen where its owner chooses a password, and stands nowhere but in the mail', async () => {
    const [mail, ...others] = await lettersFor('aminah@lulus.example')
    expect(others).toEqual([])
    expect(mail?.to).toBe('aminah@lulus.example')
    expect(mail?.letter.paragraphs[0]).toBe('Hello Aminah Yusof,')
    const url = mail?.letter.link?.url ?? ''
    expect(url).toMatch(/^http:\/\/lulus\.example:8080\/reset-password\/[\w-]{43}$/)
    const tables = db.withTables<{ password_resets: object }>()
    const rows = await tables.selectFrom('password_resets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1))
  })

  it('gives a new password once, and ends every session of the person and nobody else’s', async () => {
    const [first, second] = [
      await world.tokenHeader(company.users.aminah),
      await world.tokenHeader(company.users.aminah),
    ]
    const other = await world.tokenHeader(company.users.bakri)
    const [token, spare] = [await linkFor('aminah'), await linkFor('aminah')]
    expect([await check(token), await check(spare)]).toEqual(['open', 'open'])
    expect((await reset(token)).status).toBe(200)
    expect([await enter('aminah', PASSWORD), await enter('aminah', NEW)]).toEqual([400, 200])
    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(other)]).toEqual([
      ...[false, false, true],
    ])
    for (const spent of [token, spare]) {
      expect(await check(spent)).toBe('used')
      const refused = { status: 409, body: { code: 'reset_link_used' } }
      expect(await reset(spent, 'Sungai-Pahang-459-km')).toMatchObject(refused)
    }
  })

  it('that was used says so of another password only: the answer to the first use may have been lost', async () => {
    const token = await linkFor('devi')
    const done = { status: 200, body: { detail: 'Your password was changed. You can log in with it now.' } }
    expect(await reset(token)).toMatchObject(done)
    const { authorization } = await world.tokenHeader(company.users.devi)
    expect(await reset(token)).toMatchObject(done)
    // Nothing is ended a second time.
    expect(await isSignedIn({ authorization: authorization ?? '' })).toBe(true)
    // Whoever has the link guesses no further than anybody.
    const codes = []
    for (let at = 0; at < 6; at++) codes.push((await reset(token, `Sungai-Perak-${at}-km`)).body.code)
    expect(codes).toEqual([...Array(5).fill('reset_link_used'), 'too_many'])
    expect((await reset(token)).body.code).toBe('too_many')
    expect(await enter('devi', NEW)).toBe(200)
    clock.advance(30 * MINUTE_MS)
    expect((await reset(token)).body.code).toBe('reset_link_used')
  })

  it('lets somebody who is new here choose the first password, in words of its own', async () => {
    const person = { username: 'zul', email: 'zul@lulus.example', first_name: 'Zulkifli', last_name: '' }
    const grants = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
    await inTransaction(db, (tx) =>
      createUser(tx, { ...person, ...grants, access_type: 'user', password_hash: null }, clock.now()),
    )
    const [mail] = await lettersFor('zul@lulus.example')
    expect([mail?.letter.subject, mail?.letter.link?.words]).toEqual([
      ...['Choose your Lulus password', 'Choose your password'],
    ])
    expect(mail?.letter.paragraphs.join(' ')).toContain('your e-mail address, zul@lulus.example.')
    expect(await enter('zul', '')).toBe(400)
    expect((await reset(mail?.letter.link?.url.split('/').at(-1) ?? '')).status).toBe(200)
    expect(await enter('zul', NEW)).toBe(200)
    expect((await lettersFor('zul@lulus.example'))[0]?.letter.subject).toBe('Reset your Lulus password')
  })

  it('to whoever is new here says which box to untick where a directory is set up', async () => {
    const person = { username: 'yati', email: 'yati@lulus.example', first_name: 'Yati', last_name: '' }
    const grants = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
    await inTransaction(db, (tx) =>
      createUser(tx, { ...person, ...grants, access_type: 'user', password_hash: null }, clock.now()),
    )
    const box: string[] = []
    const send = async (_to: string, letter: Letter) => void box.push(letter.paragraphs.join(' '))
    const directory = { groups: [], authenticate: async () => undefined }
    for (const means of [{ directory }, {}])
      await mailLink({ db, clock, send, public_url: PUBLIC_URL, ...means }, { email: person.email })
    const named = box.map((text) => text.includes('Untick "Log in via LDAP (Active Directory)"'))
    expect(named).toEqual([true, false])
  })

  it('that an administrator sent says so', async () => {
    const box: Letter[] = []
    const send = async (_to: string, letter: Letter) => void box.push(letter)
    const wanted = { email: 'devi@lulus.example', by_administrator: true }
    await mailLink({ db, clock, send, public_url: PUBLIC_URL }, wanted)
    expect(box[0]?.paragraphs[1]).toBe(
      'an administrator of the e-invoicing portal sent you this link to a new password.',
    )
  })

  it('gives one password only to ten who use it at once', async () => {
    const token = await linkFor('bakri')
    const { promise: everybody, resolve: begin } = Promise.withResolvers<void>()
    let ready = 0
    // All have made their hash before the first one writes.
    const together: Line = async (work) => {
      const made = await work()
      ready += 1
      if (ready === 10) begin()
      await everybody
      return made
    }
    const line = { devices: together, others: together }
    const by = { db, now: clock.now(), lines: { password: line, directory: line } }
    const tries = Array.from({ length: 10 }, (_, at) =>
      resetPassword(by, { token, new_password: `Sungai-Pahang-${at}-km`, ...FROM }),
    )
    const outcomes = (await Promise.allSettled(tries)).map((one) =>
      one.status === 'fulfilled' ? 'done' : one.reason.problem?.code,
    )
    expect(outcomes.toSorted()).toEqual(['done', ...Array(9).fill('reset_link_used')])
  })

  it('works for 30 minutes', async () => {
    const token = await linkFor('ezra')
    clock.advance(30 * MINUTE_MS - 1)
    expect(await check(token)).toBe('open')
    clock.advance(1)
    expect(await check(token)).toBe('expired')
    expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'reset_link_expired' } })
    expect(await enter('ezra', PASSWORD)).toBe(200)
  })

  it('that was never sent opens nothing', async () => {
    expect(await check('x'.repeat(43))).toBe('unknown')
    expect(await reset('')).toMatchObject({ status: 409, body: { code: 'reset_link_unknown' } })
  })

  it('takes no weak password, and still works after one', async () => {
    const token = await linkFor('ezra')
    const weak = await reset(token, 'short')
    expect([weak.status, weak.body.new_password]).toEqual([400, ['Please use at least 12 characters.']])
    expect((await reset(token)).status).toBe(200)
  })

  it('opens nothing once its owner has changed the password', async () => {
    const token = await linkFor('farid')
    const headers = await world.tokenHeader(company.users.farid)
    const body = { old_password: PASSWORD, new_password: NEW }
    expect((await nobody.call(passwords.change, { body }, { headers })).status).toBe(200)
    const refused = { status: 409, body: { code: 'reset_link_used' } }
    expect(await reset(token, 'Sungai-Pahang-459-km')).toMatchObject(refused)
    expect(await enter('farid', NEW)).toBe(200)
  })

  it('costs no comparison of passwords where it opens nothing', async () => {
    const none = { devices: openLine(0), others: openLine(0) }
    const full = { password: none, directory: none }
    const trying = resetPassword(
      { db, now: clock.now(), lines: full },
      { token: 'x', new_password: NEW, ...FROM },
    )
    await expect(trying).rejects.toMatchObject({ problem: { code: 'reset_link_unknown' } })
  })
})

describe('nothing is mailed', () => {
  it('to an address that nobody has', async () => {
    expect(await lettersFor('nobody@lulus.example')).toEqual([])
  })

  it('to people who are switched off, whose links of before are worth nothing either', async () => {
    const token = await linkFor('gita')
    await switchOff('gita', false)
    expect(await lettersFor('gita@lulus.example')).toEqual([])
    expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'reset_link_unknown' } })
    await switchOff('gita', true)
    expect(await enter('gita', PASSWORD)).toBe(200)
  })

  it('to people of the directory', async () => {
    const person = { username: 'hana', email: 'hana@lulus.example', first_name: '', last_name: '' }
    const grants = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
    await inTransaction(db, (tx) =>
      createUser(tx, { ...person, ...grants, ...FROM_THE_DIRECTORY }, clock.now()),
    )
    expect(await lettersFor('hana@lulus.example')).toEqual([])
  })

  it('to somebody who has five links that work', async () => {
    for (let sent = 0; sent < 5; sent++) expect(await linkFor('farid')).not.toBe('')
    expect(await lettersFor('farid@lulus.example')).toEqual([])
    clock.advance(30 * MINUTE_MS)
    expect(await lettersFor('farid@lulus.example')).toHaveLength(1)
  })
})

describe('somebody who is switched off', () => {
  it('is out at the next call, in every session', async () => {
    const [first, second] = [
      await world.tokenHeader(company.users.chong),
      await world.tokenHeader(company.users.chong),
    ]
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true])
    await switchOff('chong', false)
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false])
    expect(await enter('chong', PASSWORD)).toBe(400)
  })
})
