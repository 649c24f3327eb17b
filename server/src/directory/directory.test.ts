import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DirectoryEnv } from '../platform/env/directory-env.ts'
import { StartError } from '../platform/env/start-error.ts'
import { openLog } from '../platform/log/log.ts'
import { openDirectory } from './directory.ts'
import { startBystander, startMeddler, startSilent } from './fixtures/bystander.ts'
import { PEOPLE, PORTAL, passwordOf, SUFFIX, startSlapd } from './fixtures/slapd.ts'
import { issueTls } from './fixtures/tls.ts'

const CLERKS = `cn=Clerks,ou=groups,${SUFFIX}`
const CHIEFS = `cn=Chiefs,ou=groups,${SUFFIX}`
const ODD = 'o,d(d*)\\ #+="na;me<>'

const elsewhere = await startBystander()
const slapd = await startSlapd([
  { uid: 'sue', mail: 'sue@corp.example', cn: 'Sue', groups: [CLERKS, CHIEFS] },
  { uid: 'tan', mail: 'shared@corp.example' },
  { uid: 'teo', mail: 'shared@corp.example' },
  { uid: ODD, mail: 'odd@corp.example' },
  { uid: 'away', ref: `${elsewhere.url}/uid=away,${PEOPLE}` },
])

const lines: string[] = []
const log = openLog('info', { write: (line: string) => lines.push(line) })
const opened = (change: Partial<DirectoryEnv> = {}, limits?: Parameters<typeof openDirectory>[2]) =>
  openDirectory({ ...slapd.env, ...change }, log, limits)
const AWAY = { problem: { kind: 'unavailable', code: 'directory_unavailable', retry_after_s: 30 } }
const QUICK = { connect_ms_max: 100, answers_ms_max: 100 }

const AS_PERSON = { as: 'person', template: `uid={username},${PEOPLE}` } as const
describe.each([
  ['as a service account, over ldaps', {}],
  ['as a service account, over StartTLS', { url: slapd.start_tls_url }],
  ['as the person, over ldaps', { first_bind: AS_PERSON }],
  ['as the person, over StartTLS', { first_bind: AS_PERSON, url: slapd.start_tls_url }],
])('a directory that is asked %s', (_how, change) => {
  const directory = opened(change)

  it('tells who a name and its password belong to', async () => {
    expect(await directory.authenticate('sue', passwordOf('sue'))).toEqual({
      directory_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      username: 'sue',
      email: 'sue@corp.example',
      first_name: 'Sue',
      last_name: 'Binti Corp',
      groups: [],
    })
  })

  it.each([
    ['a wrong password', 'sue', 'wrong'],
    ['somebody else’s password', 'sue', passwordOf('tan')],
    ['no password', 'sue', ''],
    ['a name that is nobody’s', 'hantu', passwordOf('sue')],
    ['no name', '', passwordOf('sue')],
    ['a wildcard', '*', passwordOf('sue')],
    ['a filter', 'sue)(uid=*', passwordOf('sue')],
    ['another part of a name', `sue,${PEOPLE}`, passwordOf('sue')],
    ['signs that nobody sees', 's\0ue', passwordOf('sue')],
    ['an entry that lies elsewhere', 'away', passwordOf('away')],
    ['a name that several have', 'shared@corp.example', passwordOf('tan')],
  ])('knows nobody by %s', async (_what, username, password) => {
    expect(await directory.authenticate(username, password)).toBeUndefined()
  })

  it('knows a name of signs that mean something in a filter and in a name', async () => {
    expect(await directory.authenticate(ODD, passwordOf(ODD))).toMatchObject({ username: ODD })
  })
})

describe('a directory', () => {
  it('is not followed to where it refers', () => {
    expect(elsewhere.connections()).toBe(0)
  })

  it('names the portal groups that are meant by its own, whatever the spelling', async () => {
    const groups = {
      [CLERKS.toUpperCase().replaceAll(',', ', ')]: 'Makers',
      [`cn=none,${SUFFIX}`]: 'Approvers',
    }
    const directory = opened({ groups })
    expect(directory.groups).toEqual(['Makers', 'Approvers'])
    expect(await directory.authenticate('sue', passwordOf('sue'))).toMatchObject({ groups: ['Makers'] })
    expect(await directory.authenticate('tan', passwordOf('tan'))).toMatchObject({ groups: [] })
  })

  it('names its attributes in its own spelling, whatever that of the settings', async () => {
    const attributes = {
      username: 'UID',
      email: 'MAIL',
      first_name: 'givenname',
      last_name: 'SN',
      groups: 'memberof',
    }
    const directory = opened({ attributes, groups: { [CLERKS]: 'Makers' } })
    expect(await directory.authenticate('sue', passwordOf('sue'))).toMatchObject({
      ...{ username: 'sue', email: 'sue@corp.example', first_name: 'Sue', last_name: 'Binti Corp' },
      groups: ['Makers'],
    })
  })

  it('must find the entry whose password was given, whatever the filter finds', async () => {
    const directory = opened({ first_bind: AS_PERSON, filter: '(|(uid={username}x)(uid=tan))' })
    expect(await directory.authenticate('sue', passwordOf('sue'))).toBeUndefined()
  })

  it('takes other than distinguished names as they are typed', async () => {
    const directory = opened({ first_bind: { as: 'person', template: '{username}@corp.example' } })
    expect(await directory.authenticate('sue', passwordOf('sue'))).toBeUndefined()
  })

  it('is not asked without a password', async () => {
    const bystander = await startBystander()
    expect(await opened({ url: bystander.url }).authenticate('sue', '')).toBeUndefined()
    expect(bystander.connections()).toBe(0)
  })
})

describe('a directory that cannot be asked is away', () => {
  const enter = (change: Partial<DirectoryEnv>, limits?: Parameters<typeof openDirectory>[2]) =>
    opened(change, limits).authenticate('sue', passwordOf('sue'))

  it('because nothing listens there', async () => {
    await expect(enter({ url: 'ldaps://127.0.0.1:9' })).rejects.toMatchObject(AWAY)
  })

  it('because it accepts and says nothing', async () => {
    const bystander = await startBystander()
    await expect(enter({ url: bystander.url }, QUICK)).rejects.toMatchObject(AWAY)
    await expect(enter({ url: bystander.url.replace('ldap:', 'ldaps:') }, QUICK)).rejects.toMatchObject(AWAY)
    expect(lines.at(-1)).toContain('The directory was not reached in time.')
  })

  it('because it does not answer in time', async () => {
    const tls = issueTls()
    const ca_file = join(dirname(slapd.env.ca_file ?? ''), 'silent.pem')
    writeFileSync(ca_file, tls.ca)
    const url = (await startSilent(tls)).url.replace('ldap:', 'ldaps:')
    const limits = { connect_ms_max: 10_000, answers_ms_max: 100 }
    await expect(enter({ ca_file, url }, limits)).rejects.toMatchObject(AWAY)
    expect(lines.at(-1)).toContain('The directory did not answer in time.')
  })

  it('because it hangs up', async () => {
    const bystander = await startBystander((socket) => socket.end())
    await expect(enter({ url: bystander.url })).rejects.toMatchObject(AWAY)
  })

  it('because its certificate is of another authority', async () => {
    const ca_file = join(dirname(slapd.env.ca_file ?? ''), 'other.pem')
    writeFileSync(ca_file, issueTls().ca)
    for (const url of [slapd.env.url, slapd.start_tls_url]) {
      await expect(enter({ ca_file, url })).rejects.toMatchObject(AWAY)
    }
  })

  it('because its certificate is for another address', async () => {
    const url = slapd.env.url.replace('localhost', '[::ffff:127.0.0.1]')
    await expect(enter({ url })).rejects.toMatchObject(AWAY)
    expect(lines.at(-1)).toMatch(/altname|IP/)
  })

  it('because the service account is refused', async () => {
    const first_bind = { as: 'service', dn: PORTAL.dn, password: 'Service-Ledang-1276' } as const
    await expect(enter({ first_bind })).rejects.toMatchObject(AWAY)
    expect(lines.join('')).not.toContain(first_bind.password)
  })

  it('and its log holds no password', () => {
    expect(lines.length).toBeGreaterThan(5)
    for (const secret of [PORTAL.password, passwordOf('sue')]) expect(lines.join('')).not.toContain(secret)
  })
})

describe('on the way', () => {
  /** A directory’s success, whose last part swallows the 14 octets of a refusal. */
  const forged = (message_id: number) =>
    Buffer.from([0x30, 0x1a, 2, 1, message_id, 0x61, 0x15, 0x0a, 1, 0, 4, 0, 4, 0x0e])

  it.each([2, 3, 4])('nobody can say before StartTLS that password %i is right', async (message_id) => {
    const meddler = await startMeddler(slapd.port, forged(message_id))
    const directory = opened({ url: meddler.url, first_bind: AS_PERSON })
    expect(await directory.authenticate('sue', 'wrong')).toBeUndefined()
    expect(meddler.connections()).toBe(1)
  })

  it('nobody hears a password by refusing StartTLS or by breaking it off', async () => {
    const agreed = Buffer.from([0x30, 0x0c, 2, 1, 2, 0x78, 7, 0x0a, 1, 0, 4, 0, 4, 0])
    const refused = Buffer.from([0x30, 0x0c, 2, 1, 2, 0x78, 7, 0x0a, 1, 52, 4, 0, 4, 0])
    for (const answer of [agreed, refused]) {
      const bystander = await startBystander((socket) => socket.once('data', () => socket.end(answer)))
      await expect(opened({ url: bystander.url }).authenticate('sue', 'secret-4095')).rejects.toMatchObject(
        AWAY,
      )
      expect(bystander.connections()).toBe(1)
      expect(bystander.heard().length).toBeGreaterThan(0)
      for (const secret of [PORTAL.password, 'secret-4095']) {
        expect(bystander.heard().includes(secret)).toBe(false)
      }
    }
  })
})

describe('a start is refused', () => {
  it.each([
    [{ ca_file: '/nowhere/ca.pem' }, 'LDAP_CA_FILE is /nowhere/ca.pem, which cannot be read.'],
    [{ ca_file: import.meta.filename }, 'which holds no certificate in PEM form.'],
    [{ filter: '(uid={username}' }, 'LDAP_FILTER is (uid={username}, which is no filter'],
  ])('with %o', (change, sentence) => {
    expect(() => opened(change)).toThrow(StartError)
    expect(() => opened(change)).toThrow(sentence)
  })
})
