import { createPrivateKey, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createWorld, SECRET_KEY } from '../../../test/world.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Environment } from '../records/tables.ts'
import { loadSecrets, storeCredentials, unequippedEntities } from './secrets.ts'

const world = await createWorld({ simulator: true })
const { db, box, company } = world
const now = world.clock.now()
const { kinabalu, selat } = company.entities
const load = (sender_entity_id: string, environment?: Environment) =>
  loadSecrets(db, box, { sender_entity_id, environment, now })

describe('the secrets of an entity', () => {
  it('come back as they were given, with the certificate’s end', async () => {
    const secrets = await load(kinabalu)
    expect(secrets).toMatchObject({ environment: 'simulator', client_id: expect.stringMatching(/.{8}/) })
    expect(secrets).not.toHaveProperty('on_behalf_of')
    const kept = secrets?.certificate
    const certificate = new X509Certificate(kept?.certificate_pem ?? '')
    expect(certificate.checkPrivateKey(createPrivateKey(kept?.private_key_pem ?? ''))).toBe(true)
    expect(kept?.not_after).toEqual(certificate.validToDate)
  })

  it('tell the version of its documents, which is 1.1 until it is set', async () => {
    expect(await load(kinabalu)).toMatchObject({ document_version: '1.1' })
    await sql`UPDATE sender_entities SET document_version = '1.0' WHERE id = ${kinabalu}`.execute(db)
    expect(await load(kinabalu)).toMatchObject({ document_version: '1.0' })
    const other = sql`UPDATE sender_entities SET document_version = '2.0' WHERE id = ${selat}`
    await expect(other.execute(db)).rejects.toThrow('document_version')
  })

  it('stand without a certificate', async () => {
    await sql`DELETE FROM entity_certificates WHERE sender_entity_id = ${selat}`.execute(db)
    const secrets = await load(selat)
    expect(secrets?.client_secret).toMatch(/.{8}/)
    expect(secrets).not.toHaveProperty('certificate')
  })

  it('of one environment are never those of another', async () => {
    await sql`UPDATE sender_entities SET environment = 'prod' WHERE id = ${kinabalu}`.execute(db)
    expect(await load(kinabalu)).toBeUndefined()
    expect(await load(kinabalu, 'simulator')).toMatchObject({ environment: 'simulator' })
    const given = { sender_entity_id: kinabalu, client_id: 'real', client_secret: 'really', now }
    await inTransaction(db, (tx) => storeCredentials(tx, box, { ...given, environment: 'prod' }))
    expect(await load(kinabalu)).toMatchObject({ environment: 'prod', client_id: 'real' })
    expect(await load(kinabalu)).not.toHaveProperty('certificate')
    await sql`UPDATE sender_entities SET environment = 'simulator' WHERE id = ${kinabalu}`.execute(db)
    expect((await load(kinabalu))?.client_id).not.toBe('real')
  })

  it('are not readable in the database, nor with another key', async () => {
    const secrets = await load(kinabalu)
    const rows = await Promise.all([
      sql`SELECT * FROM entity_secrets`.execute(db),
      sql`SELECT * FROM entity_certificates`.execute(db),
    ])
    const stored = JSON.stringify(rows.map((answer) => answer.rows))
    expect(stored).toContain('BEGIN CERTIFICATE')
    for (const secret of [secrets?.client_id, secrets?.client_secret, 'PRIVATE KEY']) {
      expect(stored).not.toContain(secret)
    }
    const other = secretBox(SECRET_KEY.replaceAll('c', 'd'))
    await expect(loadSecrets(db, other, { sender_entity_id: kinabalu, now })).rejects.toThrow()
  })

  it('are asked for wherever an entity of the simulator has none', async () => {
    expect(await unequippedEntities(db)).toEqual([])
    await sql`DELETE FROM entity_secrets WHERE sender_entity_id = ${selat}`.execute(db)
    expect(await load(selat)).toBeUndefined()
    expect((await unequippedEntities(db)).map((entity) => entity.id)).toEqual([selat])
  })
})

it('an intermediary signs in for the company', async () => {
  const credentials = { client_id: 'agent', client_secret: 'of many', on_behalf_of: 'C24187306090' }
  const place = { sender_entity_id: kinabalu, environment: 'preprod' } as const
  await inTransaction(db, (tx) => storeCredentials(tx, box, { ...place, ...credentials, now }))
  expect(await load(kinabalu, 'preprod')).toMatchObject(credentials)
})
