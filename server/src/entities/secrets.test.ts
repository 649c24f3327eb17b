import { createPrivateKey, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createWorld, SECRET_KEY } from '../../test/world.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { loadSecrets, unequippedEntities } from './secrets.ts'

const world = await createWorld({ simulator: true })
const { db, box, company } = world

describe('the secrets of an entity', () => {
  it('come back as they were given, with the certificate’s end', async () => {
    const secrets = await loadSecrets(db, box, company.entities.kinabalu)
    expect(secrets).toMatchObject({ environment: 'simulator', client_id: expect.stringMatching(/.{8}/) })
    const certificate = new X509Certificate(secrets?.certificate_pem ?? '')
    expect(certificate.checkPrivateKey(createPrivateKey(secrets?.private_key_pem ?? ''))).toBe(true)
    expect(secrets?.not_after).toEqual(certificate.validToDate)
  })

  it('are not readable in the database, nor with another key', async () => {
    const secrets = await loadSecrets(db, box, company.entities.kinabalu)
    const { rows } = await sql`SELECT * FROM entity_secrets`.execute(db)
    const stored = JSON.stringify(rows)
    for (const secret of [secrets?.client_id, secrets?.client_secret, 'PRIVATE KEY']) {
      expect(stored).not.toContain(secret)
    }
    const other = secretBox(SECRET_KEY.replaceAll('c', 'd'))
    await expect(loadSecrets(db, other, company.entities.kinabalu)).rejects.toThrow()
  })

  it('are asked for wherever an entity of the simulator has none', async () => {
    expect(await unequippedEntities(db)).toEqual([])
    await sql`DELETE FROM entity_secrets WHERE sender_entity_id = ${company.entities.selat}`.execute(db)
    expect(await loadSecrets(db, box, company.entities.selat)).toBeUndefined()
    expect((await unequippedEntities(db)).map((entity) => entity.id)).toEqual([company.entities.selat])
  })
})
