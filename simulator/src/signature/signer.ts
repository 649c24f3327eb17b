import { X509Certificate } from 'node:crypto'
import type { Finding, ReadDocument } from '../reading/element.ts'
import type { Taxpayer } from '../world/records.ts'
import { findSignatures, readSignature, SIGNATURE_PATH } from './block.ts'
import { readCertificate, type SigningCertificate } from './certificate.ts'
import { signingInstant } from './verify.ts'

const DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12'

/** Who may have signed: the submitting taxpayer, and the authority that must have vouched for him. */
export type SignerRules = { submitter: Taxpayer; ca_certificate_pem: string; now: number }

/**
 * * Who signed, and may he: validity at signing time (DS304) and now (DS305), subject (DS306, 307, 311, 312),
 * chain to the trial CA (DS329). Silent about a document whose signature `checkSignature` could not find.
 * `now` is UTC ms.
 */
export const checkSigner = (document: ReadDocument, rules: SignerRules): Finding[] => {
  const [signature] = findSignatures(document)
  if (!signature) return []
  const block = readSignature(signature, document)
  const certificate = readCertificate(block.certificate)
  if (!certificate) return []
  const findings: Finding[] = []
  const add = (code: string, message: string): void => {
    findings.push({ code, message, path: `${SIGNATURE_PATH}.KeyInfo.X509Data.X509Certificate` })
  }
  const signed = signingInstant(block.signing_time)
  const within = (instant: number): boolean =>
    instant >= certificate.not_before && instant <= certificate.not_after
  if (signed !== undefined && !within(signed)) {
    add('DS304', 'The signing time is outside the validity of the certificate')
  }
  if (!within(rules.now)) add('DS305', 'The certificate is not valid at submission')
  else if (!certificate.extended_key_usage.includes(DOCUMENT_SIGNING)) {
    add('DS305', 'The certificate is not for signing documents')
  }
  checkSubject(certificate, { submitter: rules.submitter, add })
  if (!isTrusted(certificate, rules.ca_certificate_pem)) {
    add('DS329', 'The certificate was not issued by a trusted authority')
  }
  return findings
}

type SubjectRules = { submitter: Taxpayer; add: (code: string, message: string) => void }

const checkSubject = (certificate: SigningCertificate, { submitter, add }: SubjectRules): void => {
  const { organization_identifier, subject_serial_number } = certificate
  if (subject_serial_number === '') add('DS306', 'The serial number of the certificate subject is empty')
  else if (subject_serial_number !== submitter.id_value) {
    add('DS312', "The submitter's registration number is not the serial number of the certificate subject")
  }
  if (organization_identifier === '') add('DS307', 'The organisation identifier of the certificate is empty')
  else if (organization_identifier !== submitter.tin) {
    add('DS311', "The submitter's TIN is not the organisation identifier of the certificate")
  }
}

const authorities = new Map<string, X509Certificate>()

const isTrusted = (certificate: SigningCertificate, ca_certificate_pem: string): boolean => {
  const authority = authorities.get(ca_certificate_pem) ?? new X509Certificate(ca_certificate_pem)
  authorities.set(ca_certificate_pem, authority)
  return trusted(certificate, authority)
}

const verdicts = new WeakMap<SigningCertificate, { authority: X509Certificate; trusted: boolean }>()

const trusted = (certificate: SigningCertificate, authority: X509Certificate): boolean => {
  const known = verdicts.get(certificate)
  if (known?.authority === authority) return known.trusted
  const { x509 } = certificate
  const verdict = x509.checkIssued(authority) && x509.verify(authority.publicKey)
  verdicts.set(certificate, { authority, trusted: verdict })
  return verdict
}
