import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { issuePkcs12, uploadPkcs12 } from '../../../test/certificates.ts'
import { createWorld, NOON, type Who } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const certificates = async () => {
  const { body } = await world.as('devi').call(entities.get, { params: { id: kinabalu } })
  return body.access[0]?.certificates ?? []
}
const ids = async () => (await certificates()).map((one) => one.id)
const states = async () => (await certificates()).map((one) => one.state)
const upload = async (wanted?: Parameters<typeof issuePkcs12>[1]) =>
  uploadPkcs12(world, await issuePkcs12(world, wanted))
const takeOver = (id: string, who: Who = 'devi') =>
  world.as(who).call(entities.takeOver, { params: { id: kinabalu, certificate_id: id } })
const end = async () => (await world.engine.secrets(kinabalu))?.certificate?.not_after

beforeEach(async () => {
  world.clock.advance(NOON.getTime() - world.clock.now().getTime())
  await sql`DELETE FROM entity_certificates WHERE sender_entity_id = ${kinabalu}`.execute(world.db)
})

describe('a certificate', () => {
  test('is stored with its key and signs the next document', async () => {
    const { status, body } = await upload()
    expect(status).toBe(201)
    expect(body.access[0]?.certificates).toMatchObject([
      {
        state: 'in_use',
        subject: expect.stringContaining('CN=Kinabalu Trading Sdn Bhd'),
        issuer: expect.stringContaining('Trial Simulator Sub CA'),
        not_after: new Date(NOON.getTime() + 365 * DAY_MS).toISOString(),
      },
    ])
    await buildDocument(world, { status: 'Validated' })
  })

  test('is noted in the audit log without its key or password', async () => {
    await sql`DELETE FROM audit_events`.execute(world.db)
    const file = await issuePkcs12(world)
    await uploadPkcs12(world, file)
    const { rows } = await sql`SELECT * FROM audit_events`.execute(world.db)
    expect(rows).toMatchObject([{ field: 'simulator.certificate', user_id: world.company.users.devi }])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`PRIVATE|${file.password}`))
  })

  test.each([
    [{ tin: 'C20935518040' }, /for TIN C20935518040; the TIN of this company is C24187306090/],
    [{ brn: '200901034567' }, /for registration number 200901034567; this company’s is 201501023456/],
    [{ from_days: -400, until_days: -1 }, /has expired \(14 Jul 2026/],
  ])('that does not fit is refused: %o', async (wanted, why) => {
    const { status, body } = await upload(wanted)
    expect([status, body.file]).toEqual([400, [expect.stringMatching(why)]])
    expect(await certificates()).toEqual([])
  })

  test.each(['0000', '0001'])('whose names hold the character U+%s is refused', async (code) => {
    const name = `Kinabalu${String.fromCharCode(Number.parseInt(code, 16))}`
    const { status, body } = await upload({ name })
    expect([status, body.file]).toEqual([400, [expect.stringMatching(/^A name in this certificate/)]])
    expect(await certificates()).toEqual([])
  })

  test('of the simulator is refused for LHDN', async () => {
    const { status, body } = await uploadPkcs12(world, { ...(await issuePkcs12(world)), environment: 'prod' })
    expect([status, body.file]).toEqual([
      400,
      ['This certificate was made by the simulator; LHDN does not accept it.'],
    ])
  })

  test('in a file that cannot be opened is refused at the field that is wrong', async () => {
    const file = await issuePkcs12(world)
    const closed = await uploadPkcs12(world, { ...file, password: 'wrong' })
    expect([closed.status, closed.body.password]).toEqual([400, ['The password does not open this file.']])
    const other = await uploadPkcs12(world, { ...file, file: new File(['hello'], 'x.p12') })
    expect([other.status, Object.keys(other.body)]).toEqual([400, expect.arrayContaining(['file'])])
    const large = await uploadPkcs12(world, { ...file, file: new File([new Uint8Array(300_000)], 'x.p12') })
    expect(large.status).toBe(413)
  })

  test('is uploaded by superadmins only', async () => {
    const file = await issuePkcs12(world)
    expect((await uploadPkcs12(world, file, 'chong')).status).toBe(403)
    expect((await uploadPkcs12(world, file, 'nobody')).status).toBe(401)
  })
})

describe('a second certificate', () => {
  test('waits and takes over when the first one ends', async () => {
    await upload({ until_days: 10 })
    const first = await end()
    await upload({ until_days: 400 })
    expect(await states()).toEqual(['in_use', 'waiting'])
    expect(await end()).toEqual(first)
    world.clock.advance(10 * DAY_MS)
    expect(await states()).toEqual(['replaced', 'in_use'])
    expect(await end()).toEqual(new Date(NOON.getTime() + 400 * DAY_MS))
    await buildDocument(world, { status: 'Validated' })
  })

  test('takes over by hand, once, and the key of the first one is gone', async () => {
    await upload({ until_days: 10 })
    await upload({ until_days: 400 })
    const [, waiting = ''] = await ids()
    const answers = await Promise.all([takeOver(waiting), takeOver(waiting)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await states()).toEqual(['in_use'])
    expect(await end()).toEqual(new Date(NOON.getTime() + 400 * DAY_MS))
  })

  test('that is not valid yet cannot take over', async () => {
    await upload()
    await upload({ from_days: 5, until_days: 400 })
    const [first = '', waiting = ''] = await ids()
    const early = await takeOver(waiting)
    expect([early.status, early.body.code]).toEqual([409, 'not_yet_valid'])
    const used = await takeOver(first)
    expect([used.status, used.body.code]).toEqual([409, 'not_waiting'])
    expect((await takeOver('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await takeOver(waiting, 'chong')).status).toBe(403)
  })

  test('that has ended while it waited cannot take over, and the one in use keeps its key', async () => {
    await upload({ until_days: 10 })
    await upload({ until_days: 5 })
    const [, waiting = ''] = await ids()
    world.clock.advance(6 * DAY_MS)
    const { status, body } = await takeOver(waiting)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'expired',
      expect.stringMatching(/^The certificate has expired \(20 Jul 2026/),
    ])
    expect(await states()).toEqual(['in_use', 'waiting'])
    expect(await end()).toEqual(new Date(NOON.getTime() + 10 * DAY_MS))
  })

  test('of another TIN than the company has meanwhile cannot take over, a shorter one can', async () => {
    await upload({ until_days: 10 })
    await upload({ until_days: 5 })
    const [, waiting = ''] = await ids()
    const rename = (tin_no: string) =>
      world.as('devi').callWrongly(entities.update, { params: { id: kinabalu }, body: { tin_no } })
    await rename('C20935518040')
    const { status, body } = await takeOver(waiting)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'does_not_fit',
      'The certificate is for TIN C24187306090; the TIN of this company is C20935518040.',
    ])
    expect(await ids()).toHaveLength(2)
    await rename(ENTITIES.kinabalu.tin_no)
    expect((await takeOver(waiting)).status).toBe(200)
    expect(await end()).toEqual(new Date(NOON.getTime() + 5 * DAY_MS))
  })

  test('can be taken away, unlike the one in use', async () => {
    await upload({ until_days: 10 })
    await upload({ until_days: 400 })
    const [used = '', waiting = ''] = await ids()
    const remove = (id: string, who: Who = 'devi') =>
      world.as(who).call(entities.removeCertificate, { params: { id: kinabalu, certificate_id: id } })
    expect(await remove(waiting, 'chong')).toMatchObject({ status: 403 })
    expect(await remove(waiting)).toMatchObject({ status: 200 })
    expect(await states()).toEqual(['in_use'])
    expect(await remove(waiting)).toMatchObject({ status: 404 })
    expect(await remove(used)).toMatchObject({ status: 409, body: { code: 'not_waiting' } })
    await buildDocument(world, { status: 'Validated' })
  })

  test('gives its place to a third, and an expired first one is simply replaced', async () => {
    await upload({ until_days: 10 })
    await upload({ until_days: 400 })
    await upload({ until_days: 500 })
    expect(await states()).toEqual(['in_use', 'waiting'])
    expect((await certificates())[1]?.not_after).toBe(new Date(NOON.getTime() + 500 * DAY_MS).toISOString())
    world.clock.advance(501 * DAY_MS)
    expect(await states()).toEqual(['replaced', 'expired'])
    await upload()
    expect(await states()).toEqual(['in_use'])
  })

  test('is another one than the one in use', async () => {
    const file = await issuePkcs12(world)
    await uploadPkcs12(world, file)
    const { status, body } = await uploadPkcs12(world, file)
    expect([status, body.file]).toEqual([400, ['This certificate is in use already.']])
    expect(await states()).toEqual(['in_use'])
  })

  test('that ends no later than the first one says so while it waits', async () => {
    await upload({ until_days: 10 })
    await upload({ until_days: 10 })
    const problems = (await certificates()).map((one) => one.problem)
    expect(problems).toEqual(['', 'This certificate ends no later than the one in use.'])
    await upload({ until_days: 11 })
    expect((await certificates()).map((one) => one.problem)).toEqual(['', ''])
  })

  test('does not wait behind one that belongs to another TIN', async () => {
    await upload({ until_days: 10 })
    const rename = (tin_no: string) =>
      world.as('devi').callWrongly(entities.update, { params: { id: kinabalu }, body: { tin_no } })
    await rename('C20935518040')
    await upload({ tin: 'C20935518040' })
    expect(await states()).toEqual(['in_use'])
    await rename(ENTITIES.kinabalu.tin_no)
  })
})
