import type { CertificateWarning } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { succession, warningsIn } from '../records/condition.ts'
import { everyEntity } from '../records/rows.ts'
import { listEntities } from './get.ts'
import { everyCertificate } from './secret-rows.ts'

/** Certificates of the caller's companies that end within 60 days and have no successor, the first to end first. */
export const certificateWarnings = async (by: {
  db: Db
  caller: Caller
  now: Date
}): Promise<CertificateWarning[]> => {
  const warnings = (await listEntities(by)).flatMap((entity) => entity.certificate_warnings)
  return warnings.toSorted((a, b) => a.days_left - b.days_left)
}

/** Writes a line to the log for each certificate that ends soon: for operators who watch the log, not the screens. */
export const logWarnings = async ({ db, log, now }: { db: Db; log: Log; now: Date }): Promise<void> => {
  const [entities, certificates] = await Promise.all([
    everyEntity(db).select('document_version').execute(),
    everyCertificate(db).execute(),
  ])
  for (const entity of entities) {
    const own = certificates.filter(
      (row) => row.sender_entity_id === entity.id && row.environment === entity.environment,
    )
    for (const warning of warningsIn(entity, succession(own, entity, now), now)) {
      log.warn(warning, 'a signing certificate ends soon')
    }
  }
}
