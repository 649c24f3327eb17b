import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { session } from '#contract/people/session.ts'
import { createWorld, PASSWORD, SECRET_KEY } from '../../test/world.ts'
import { openDirectory } from '../directory/directory.ts'
import { startBystander } from '../directory/fixtures/bystander.ts'
import type { DirectoryEnv } from '../platform/env/directory-env.ts'
import { readEnv } from '../platform/env/env.ts'
import { openLog } from '../platform/log/log.ts'
import { openSignInLines } from './line.ts'
import { signIn } from './login.ts'

const log = openLog('silent')
const LDAP_URL = 'ldaps://127.0.0.1:9'
const settings = { LDAP_URL, LDAP_BASE_DN: 'dc=corp', LDAP_USER_DN: 'uid={username},dc=corp' }
const opened = (change: Partial<DirectoryEnv> = {}) => {
  const { directory } = readEnv(settings, [])
  if (!directory) throw new Error('These settings describe a directory.')
  const patient = { connect_ms_max: 60_000, answers_ms_max: 60_000 }
  return openDirectory({ ...directory, ...change }, log, patient)
}
const world = await createWorld({ directory: opened() })
const { db, clock } = world
const attempt = (auth_type: 'ldap' | 'django', password: string, where = world) =>
  where.as('nobody').call(session.login, { body: { username: 'aminah', password, auth_type } })
const outcomes = async () =>
  (await sql<{ outcome: string }>`SELECT outcome FROM login_records`.execute(db)).rows.map(
    (row) => row.outcome,
  )

describe('while the directory does not answer', () => {
  it('the message says so, local accounts work, and nobody has tried', async () => {
    for (let at = 0; at < 7; at++) {
      const { status, headers, body } = await attempt('ldap', 'any')
      expect([status, headers['retry-after'], body.code]).toEqual([503, '30', 'directory_unavailable'])
      expect(body.detail).toMatch(
        /^The directory does not answer at present\..* Local accounts still work\.$/,
      )
    }
    expect((await attempt('django', PASSWORD)).status).toBe(200)
    expect(await outcomes()).toEqual(['succeeded'])
  })

  it('nobody waits for it with a local account, and too many who ask are told to come again', async () => {
    const bystander = await startBystander()
    const lines = openSignInLines()
    const directory = opened({ url: bystander.url })
    const call = { db, now: clock.now(), log, lines, directory, secret_key: SECRET_KEY }
    const given = { password: PASSWORD, devices: [], user_agent: '' }
    const busy = Promise.withResolvers<void>()
    const asking = Array.from({ length: 40 }, async (_, at) => {
      const from = { ip: `192.0.2.${at}`, username: `crowd-${at}`, auth_type: 'ldap' } as const
      const code = await signIn(call, { ...given, ...from }).catch(({ problem }) => problem.code)
      if (code === 'sign_in_busy') busy.resolve()
      return code
    })
    await Promise.all([busy.promise, bystander.met()])
    const local = { ...given, ip: '203.0.113.9', username: 'bakri', auth_type: 'django' } as const
    expect(await signIn(call, local)).toMatchObject({ user_id: world.company.users.bakri })
    bystander.hangUp()
    const codes = await Promise.all(asking)
    expect(codes.filter((code) => code === 'sign_in_busy')).toHaveLength(10)
    expect(codes.filter((code) => code === 'directory_unavailable')).toHaveLength(30)
    expect(new Set(await outcomes())).toEqual(new Set(['succeeded']))
  })

  it('an empty password is refused before anybody is asked', async () => {
    const bystander = await startBystander()
    const untouched = await createWorld({ directory: opened({ url: bystander.url }) })
    expect((await attempt('ldap', '', untouched)).status).toBe(400)
    expect(bystander.connections()).toBe(0)
  })
})
