import type { CertificateWarning } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { foreignIn, succession, warningsIn } from '../records/condition.ts'
import { everyEntity, isAtWork } from '../records/rows.ts'
import { listEntities } from './get.ts'
import { everyCertificate, everyMandate } from './secret-rows.ts'

/**
 * Certificates of the caller's companies that end within 60 days and have no successor, the first to end first. None of
 * a deactivated company without a document that waits or is on its way.
 */
export const certificateWarnings = async (by: {
  db: Db
  caller: Caller
  now: Date
}): Promise<CertificateWarning[]> => {
  const warnings = (await listEntities(by)).flatMap((entity) => entity.certificate_warnings)
  return warnings.toSorted((a, b) => a.days_left - b.days_left)
}

/** The same of all companies; for the server's own jobs. */
export const everyWarning = async ({
  db,
  now,
}: {
  db: Db | Tx
  now: Date
}): Promise<CertificateWarning[]> => {
  const entities = await everyEntity(db).select('document_version').where(isAtWork).execute()
  const certificates = await everyCertificate(db).execute()
  return entities.flatMap((entity) => {
    const own = certificates.filter(
      (row) => row.sender_entity_id === entity.id && row.environment === entity.environment,
    )
    return warningsIn(entity, succession(own, entity, now), now)
  })
}

/**
 * Companies at work of which LHDN refuses all, and why: their credentials act for another one, or their certificate in
 * use does not fit, as after a correction of their TIN.
 */
export const everyUnfit = async ({ db, now }: { db: Db; now: Date }) => {
  const entities = await everyEntity(db).select('document_version').where(isAtWork).execute()
  const certificates = await everyCertificate(db).execute()
  const mandates = new Map(
    (await everyMandate(db).execute()).map((row) => [row.sender_entity_id, row.on_behalf_of]),
  )
  return entities.flatMap((entity) => {
    const foreign = foreignIn(entity, entity.environment, { on_behalf_of: mandates.get(entity.id) ?? '' })
    if (foreign !== '') return [{ name: entity.name, problem: foreign }]
    if (entity.document_version === '1.0') return []
    const own = certificates.filter(
      (row) => row.sender_entity_id === entity.id && row.environment === entity.environment,
    )
    const used = succession(own, entity, now).find(({ state }) => state === 'in_use')
    return used && used.problem !== '' ? [{ name: entity.name, problem: used.problem }] : []
  })
}

/** Writes a line to the log for each certificate that ends soon: for operators who watch the log, not the screens. */
export const logWarnings = async (by: { db: Db; log: Log; now: Date }): Promise<void> => {
  for (const warning of await everyWarning(by)) by.log.warn(warning, 'a signing certificate ends soon')
}

/** When the first certificate ends, of all companies at work, that none follows; undefined: there is no certificate. */
export const nextCertificateEnd = async ({ db, now }: { db: Db; now: Date }): Promise<Date | undefined> => {
  const entities = await everyEntity(db).select('document_version').where(isAtWork).execute()
  const certificates = await everyCertificate(db).execute()
  const ends = entities.flatMap((entity) => {
    if (entity.document_version === '1.0') return []
    const own = certificates.filter(
      (row) => row.sender_entity_id === entity.id && row.environment === entity.environment,
    )
    const last = succession(own, entity, now).map(({ not_after }) => Date.parse(not_after))
    return last.length === 0 ? [] : [Math.max(...last)]
  })
  return ends.length === 0 ? undefined : new Date(Math.min(...ends))
}
