import type { Certificate, CertificateWarning } from '#contract/entities.ts'
import { expiryOf } from '#domain/entities/expiry.ts'
import type { DocumentVersion } from '#domain/ubl/versions.ts'
import { attributeOf, printName } from '../../authority/signing/distinguished-name.ts'
import type { Sender } from './find.ts'
import type { CertificateRow, Environment } from './tables.ts'

export type EntityFacts = Sender & { document_version: DocumentVersion }
/** `on_behalf_of`: what the credentials beside it name, if there are any. */
export type CertificateFacts = Omit<
  CertificateRow,
  'id' | 'certificate_pem' | 'private_key_sealed' | 'created_at'
> & { id: string; on_behalf_of: string | null }

export const ENVIRONMENT_NAMES: Record<Environment, string> = {
  simulator: 'the simulator',
  preprod: 'LHDN’s test system (preprod)',
  prod: 'LHDN (production)',
}

/** Each certificate of one environment with its part in the succession. `rows` in the order of taking over. */
export const succession = (
  rows: readonly CertificateFacts[],
  entity: EntityFacts,
  now: Date,
): Certificate[] => {
  const used = rows.findLast((row) => row.takes_over_at <= now)
  return rows.map((row) => ({
    id: row.id,
    subject: printName(row.certificate_subject),
    issuer: printName(row.certificate_issuer),
    serial: row.certificate_serial,
    not_before: row.not_before.toISOString(),
    not_after: row.not_after.toISOString(),
    takes_over_at: row.takes_over_at.toISOString(),
    state: stateOf(row, used, now),
    problem: problemIn(row, entity) ?? shortnessOf(row, used, now) ?? '',
  }))
}

/** It may take over by hand, from one whose key is lost; nothing is put off by it. */
const shortnessOf = (row: CertificateFacts, used: CertificateFacts | undefined, now: Date) =>
  used && row.takes_over_at > now && row.not_after <= used.not_after
    ? 'This certificate ends no later than the one in use.'
    : undefined

const stateOf = (row: CertificateFacts, used: CertificateFacts | undefined, now: Date) => {
  if (row.takes_over_at > now) return 'waiting'
  if (row !== used) return 'replaced'
  return row.not_after <= now ? 'expired' : 'in_use'
}

type Owner = { tin: string; brn: string }

const ownerOf = (subject: string): Owner => ({
  tin: attributeOf(subject, 'organizationIdentifier'),
  brn: attributeOf(subject, 'serialNumber'),
})

/** Why LHDN would refuse what it signs for the company, whenever it does. */
export const problemIn = ({ certificate_subject, on_behalf_of }: CertificateFacts, entity: EntityFacts) => {
  const owner = ownerOf(certificate_subject)
  return on_behalf_of ? mixtureOf(owner, entity, on_behalf_of) : problemOf(owner, entity)
}

/**
 * An intermediary signs with its own certificate for all for whom it acts (reference "Signatures", §5), and whose that
 * is the credentials do not tell; a customer's own beside its token was seen to be refused (DS311, DS312). Who names
 * a business of its owner's (`TIN:ROB`) may be that owner.
 */
const mixtureOf = ({ tin }: Owner, entity: EntityFacts, on_behalf_of: string) =>
  tin === entity.tin_no && on_behalf_of === tin
    ? 'LHDN expects the certificate of the intermediary whose credentials are used; this is the company’s own.'
    : undefined

/** Whose certificate it is must be whose documents it signs (digital signature user guide). */
export const problemOf = ({ tin, brn }: Owner, entity: EntityFacts): string | undefined => {
  if (tin !== entity.tin_no) {
    return `The certificate is for TIN ${tin || '(none)'}; the TIN of this company is ${entity.tin_no}.`
  }
  if (brn !== entity.identity_number) {
    return `The certificate is for registration number ${brn || '(none)'}; this company’s is ${entity.identity_number}.`
  }
  return undefined
}

/** An intermediary's credentials name the taxpayer for whom they act (`TIN` or `TIN:ROB`); own ones nobody. */
export const actsForOther = (on_behalf_of: string, { tin_no }: Pick<EntityFacts, 'tin_no'>): boolean =>
  on_behalf_of !== '' && on_behalf_of.split(':', 1)[0] !== tin_no

type Access = {
  environment: Environment
  credentials: { on_behalf_of: string } | null
  certificates: readonly Certificate[]
}

/** That credentials act for another company than this one, in words; empty when they do not. */
export const foreignIn = (
  entity: Pick<EntityFacts, 'tin_no'>,
  environment: Environment,
  { on_behalf_of }: { on_behalf_of: string },
): string => {
  if (!actsForOther(on_behalf_of, entity)) return ''
  const [tin] = on_behalf_of.split(':', 1)
  const place = ENVIRONMENT_NAMES[environment]
  return `The credentials for ${place} act for TIN ${tin}; the TIN of this company is ${entity.tin_no}.`
}

/**
 * Why nothing of the company can be sent to an environment at present, or why LHDN would refuse all of it there, in
 * words; empty when all is in place.
 */
export const obstacleIn = (entity: EntityFacts, has: Access): string => {
  const place = ENVIRONMENT_NAMES[has.environment]
  if (!has.credentials) return `There are no credentials for ${place}.`
  const foreign = foreignIn(entity, has.environment, has.credentials)
  if (foreign !== '') return foreign
  if (entity.document_version === '1.0') return ''
  const used = has.certificates.find(({ state }) => state === 'in_use')
  if (used) return used.problem
  if (has.certificates.some(({ state }) => state === 'expired')) {
    return `The signing certificate for ${place} has expired.`
  }
  return `There is no signing certificate in force for ${place}.`
}

/** The certificate in use when it ends soon and no other takes over in time. */
export const warningsIn = (
  { id, name, environment, document_version }: EntityFacts,
  certificates: readonly Certificate[],
  now: Date,
): CertificateWarning[] => {
  const used = certificates.find(({ state }) => state === 'in_use' || state === 'expired')
  if (!used || document_version === '1.0') return []
  const expiry = expiryOf(new Date(used.not_after), now)
  const succeeded = certificates.some(
    ({ state, takes_over_at, not_after }) =>
      state === 'waiting' && takes_over_at <= used.not_after && not_after > used.not_after,
  )
  if (!expiry || succeeded) return []
  return [{ sender_entity_id: id, name, environment, not_after: used.not_after, ...expiry }]
}
