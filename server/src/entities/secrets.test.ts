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
    const kept = secrets?.certificate
    const certificate = new X509Certificate(kept?.certificate_pem ?? '')
    expect(certificate.checkPrivateKey(createPrivateKey(kept?.private_key_pem ?? ''))).toBe(true)
    expect(kept?.not_after).toEqual(certificate.validToDate)
  })

  it('tell the version of its documents, which is 1.1 until it is set', async () => {
    expect(await loadSecrets(db, box, company.entities.kinabalu)).toMatchObject({ document_version: '1.1' })
    await sql`UPDATE sender_entities SET document_version = '1.0' WHERE id = ${company.entities.kinabalu}`.execute(
      db,
    )
    expect(await loadSecrets(db, box, company.entities.kinabalu)).toMatchObject({ document_version: '1.0' })
    const other = sql`UPDATE sender_entities SET document_version = '2.0' WHERE id = ${company.entities.selat}`
    await expect(other.execute(db)).rejects.toThrow('document_version')
  })

  it('stand without a certificate, but never with half of one', async () => {
    const { selat } = company.entities
    const half = sql`UPDATE entity_secrets SET certificate_pem = NULL WHERE sender_entity_id = ${selat}`
    await expect(half.execute(db)).rejects.toThrow('check')
    await sql`
      UPDATE entity_secrets SET certificate_pem = NULL, private_key_sealed = NULL, certificate_subject = NULL,
        certificate_issuer = NULL, certificate_serial = NULL, not_before = NULL, not_after = NULL
      WHERE sender_entity_id = ${selat}`.execute(db)
    const secrets = await loadSecrets(db, box, selat)
    expect(secrets?.client_secret).toMatch(/.{8}/)
    expect(secrets).not.toHaveProperty('certificate')
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
