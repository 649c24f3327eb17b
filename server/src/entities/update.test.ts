import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/entities.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { ENTITIES } from '../demo/company.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const ask = (who: Who, id = kinabalu) => world.as(who).call(entities.get, { params: { id } })
const get = async () => (await ask('devi')).body
const { image: _, entity_code, ...fields } = ENTITIES.kinabalu
const update = (given: object = {}, who: Who = 'devi', id = kinabalu) =>
  world.as(who).callWrongly(entities.update, { params: { id }, body: given })
const restore = () => update({ ...fields, document_version: '1.1' })
const trail = async () =>
  (
    await sql`SELECT user_id, action, field, old_value, new_value FROM audit_events
      WHERE target_kind = 'entity' AND target_id = ${kinabalu} ORDER BY at, field`.execute(world.db)
  ).rows

describe('the companies', () => {
  test('are listed by name with what stands in their way, for superadmins', async () => {
    const { status, body } = await world.as('devi').call(entities.list, {})
    expect(status).toBe(200)
    expect(body.entities).toMatchObject([
      { name: 'Kinabalu Trading Sdn Bhd', environment: 'simulator', obstacle: '', certificate_warnings: [] },
      { name: 'Selat Foods Sdn Bhd', environment: 'simulator', obstacle: '', certificate_warnings: [] },
    ])
    for (const who of ['chong', 'aminah'] as const) {
      expect((await world.as(who).call(entities.list, {})).status).toBe(403)
      expect((await ask(who)).status).toBe(403)
    }
  })

  test('show that credentials are there and never what they are', async () => {
    const { text } = await ask('devi')
    const secrets = await world.engine.secrets(kinabalu)
    for (const secret of [secrets?.client_id, secrets?.client_secret, 'PRIVATE KEY', '_sealed']) {
      expect(secret).toBeTruthy()
      expect(text).not.toContain(secret)
    }
    const { access } = await get()
    expect(access).toMatchObject([
      { environment: 'simulator', certificates: [{ state: 'in_use', problem: '' }] },
      { environment: 'preprod', credentials: null, certificates: [] },
      { environment: 'prod', credentials: null, certificates: [] },
    ])
    expect(access[0]?.credentials).toEqual({ on_behalf_of: '', modified_at: expect.any(String) })
  })

  test('that do not exist are not found', async () => {
    expect((await ask('devi', UNKNOWN)).status).toBe(404)
    expect((await update({}, 'devi', UNKNOWN)).status).toBe(404)
    expect((await ask('devi', 'nonsense')).status).toBe(400)
  })
})

describe('a change of a company', () => {
  test('is stored, and the audit log says who changed what', async () => {
    const { status, body } = await update({ city: 'Shah Alam', document_version: '1.0' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ city: 'Shah Alam', document_version: '1.0', entity_code })
    const user_id = world.company.users.devi
    expect(await trail()).toEqual([
      { user_id, action: 'update', field: 'city', old_value: 'Kuala Lumpur', new_value: 'Shah Alam' },
      { user_id, action: 'update', field: 'document_version', old_value: '1.1', new_value: '1.0' },
    ])
    await restore()
    expect(await get()).toMatchObject({ ...fields, document_version: '1.1' })
  })

  test('is refused for what LHDN would refuse in every document', async () => {
    const { status, body } = await update({ tin_no: 'EI00000000010', msic_code: '99999', city: '' })
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['tin_no', 'msic_code', 'city']))
    expect(await get()).toMatchObject(fields)
  })

  test('of the environment alone is not held up by an old fault of the address', async () => {
    await sql`UPDATE sender_entities SET city = '' WHERE id = ${kinabalu}`.execute(world.db)
    expect((await update({ document_version: '1.0' })).status).toBe(200)
    expect((await update({ zipcode: '50000' })).body.city).toEqual([expect.stringContaining('missing')])
    await restore()
  })

  test('keeps the code and takes no unknown environment', async () => {
    expect((await update({ entity_code: '9999999999999999' })).body.entity_code).toBe(entity_code)
    const { status, body } = await update({ environment: 'moon' })
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['environment'])])
  })

  test('to an environment without credentials says what is missing', async () => {
    expect((await update({ environment: 'prod' })).body.obstacle).toBe(
      'There are no credentials for LHDN (production).',
    )
    expect((await restore()).body.obstacle).toBe('')
  })

  test('of the TIN shows the certificate that no longer fits, in the list too', async () => {
    const { body } = await update({ tin_no: 'C20935518040' })
    const why = 'The certificate is for TIN C24187306090; the TIN of this company is C20935518040.'
    expect(body.access[0]?.certificates[0]?.problem).toBe(why)
    expect([body.obstacle, body.access[0]?.obstacle]).toEqual([why, why])
    const listed = await world.as('devi').call(entities.list, {})
    expect(listed.body.entities[0]?.obstacle).toBe(why)
    // Documents that bear no signature need none.
    expect((await update({ document_version: '1.0' })).body.obstacle).toBe('')
    expect((await restore()).body.obstacle).toBe('')
  })

  test('says of each environment what stands in the way there, before a move', async () => {
    const { access } = await get()
    expect(access.map(({ obstacle }) => obstacle)).toEqual([
      '',
      'There are no credentials for LHDN’s test system (preprod).',
      'There are no credentials for LHDN (production).',
    ])
    const keys = { client_id: 'a-client', client_secret: 'a secret', on_behalf_of: '' }
    await world.as('devi').call(entities.setCredentials, {
      params: { id: kinabalu },
      body: { environment: 'prod', ...keys },
    })
    expect((await get()).access[2]?.obstacle).toBe(
      'There is no signing certificate in force for LHDN (production).',
    )
    await sql`DELETE FROM entity_secrets WHERE environment = 'prod'`.execute(world.db)
  })

  test('is for superadmins', async () => {
    expect((await update({}, 'chong')).status).toBe(403)
    expect((await update({}, 'key')).status).toBe(403)
    expect((await update({}, 'nobody')).status).toBe(401)
  })
})
