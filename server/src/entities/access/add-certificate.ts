import type { Entity } from '#contract/entities.ts'
import type { Caller } from '#domain/access/caller.ts'
import { invalidFields } from '#domain/problems.ts'
import { textFault } from '#domain/text/characters.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { recordChange } from '../../audit/record.ts'
import { type SigningCertificate, WRONG_PASSWORD } from '../../authority/signing/certificate.ts'
import { readPkcs12Apart } from '../../authority/signing/read-apart.ts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { problemOf, succession } from '../records/condition.ts'
import { accessChanged } from '../records/facts.ts'
import { holdEntity, targetOf } from '../records/lock.ts'
import type { Environment } from '../records/tables.ts'
import { getEntity } from './get.ts'
import { deleteCertificates, selectCertificates, selectCredentials } from './secret-rows.ts'
import { storeCertificate } from './secrets.ts'

type Given = { id: string; environment: Environment; password: string; file: File }
type By = { tx: Tx; box: SecretBox; caller: Caller; now: Date }

/**
 * Stores a signing certificate with its key, sealed. Beside one in use it waits for that one's end; a certificate
 * that waited already is replaced. Throws invalid_fields for a file that cannot be opened, an ended certificate, one
 * whose names cannot be stored, one that is the simulator's or, unless an intermediary acts for this company, another
 * company's, and the one in use itself.
 */
export const addCertificate = async (by: By, given: Given): Promise<Entity> => {
  const read = await readPkcs12Apart({ bytes: await given.file.bytes(), password: given.password })
  if (!read.ok) throw invalidFields({ [read.why === WRONG_PASSWORD ? 'password' : 'file']: [read.why] })
  const { id, environment } = given
  await install(by, { ...read.certificate, id, environment })
  return getEntity({ ...by, db: by.tx }, id)
}

type Installed = SigningCertificate & { id: string; environment: Environment }

const install = async ({ tx, box, caller, now }: By, given: Installed) => {
  const { id, environment } = given
  const entity = await holdEntity(tx, caller, id)
  const beside = await selectCredentials(tx, caller)
    .where('sender_entity_id', '=', id)
    .where('environment', '=', environment)
    .executeTakeFirst()
  const why = whyRefused(given, now) ?? (beside?.on_behalf_of ? undefined : problemOf(given, entity))
  if (why !== undefined) throw invalidFields({ file: [why] })
  const rows = await selectCertificates(tx, caller)
    .where('sender_entity_id', '=', id)
    .where('environment', '=', environment)
    .execute()
  const known = succession(rows, entity, now)
  const used = known.find((one) => one.state === 'in_use' && one.problem === '')
  // It would wait for its own end.
  if (used?.serial === given.serial && used.issuer === given.issuer) {
    throw invalidFields({ file: ['This certificate is in use already.'] })
  }
  await deleteCertificates(
    tx,
    known.filter((one) => one !== used).map((one) => one.id),
  )
  const takes_over_at = later(given.not_before, used ? new Date(used.not_after) : given.not_before)
  await storeCertificate(tx, box, { ...given, sender_entity_id: id, takes_over_at, now })
  const field = `${environment}.certificate`
  const before = { [field]: used && `${used.subject}, until ${used.not_after}` }
  const after = { [field]: `${given.subject}, until ${given.not_after.toISOString()}` }
  await tell(tx, accessChanged, { sender_entity_id: id })
  await recordChange(tx, { caller, now }, { target: targetOf(entity), before, after, fields: [field] })
}

/** The name under which the simulator signs its own certificates. */
const SIMULATOR_ISSUER = 'O=Lulus Simulator'

const whyRefused = (given: Installed, now: Date): string | undefined => {
  if (textFault(given.subject + given.issuer) !== undefined) {
    return 'A name in this certificate holds a character that can be neither stored nor sent.'
  }
  if (given.not_after <= now) return `The certificate has expired (${formatInstant(given.not_after)}).`
  if (given.environment !== 'simulator' && given.issuer.includes(SIMULATOR_ISSUER)) {
    return 'This certificate was made by the simulator; LHDN does not accept it.'
  }
  return undefined
}

const later = (one: Date, other: Date) => (one > other ? one : other)
