import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'
import type { Keys } from '../world/records.ts'

const DAY_MS = 86_400_000
/** The longest serial number that certificates may have: 160 bits, up to 48 decimal digits. */
const SERIAL_BYTES = 20
const DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12'
const ORGANIZATION_IDENTIFIER = '2.5.4.97'
const SERIAL_NUMBER = '2.5.4.5'

const CA_NAME = [
  { type: '2.5.4.6', value: 'MY' },
  { type: '2.5.4.10', value: 'Lulus Simulator' },
  { type: '2.5.4.11', value: 'Not for production' },
  { type: '2.5.4.3', value: 'Trial Simulator Sub CA V1' },
]

/** The trial CA's key and self-signed certificate, and the key that signs tokens. `now` is UTC ms. */
export const createKeys = (now: number): Keys => {
  const pair = newKeyPair()
  const certificate = newCertificate(pair, {
    not_before: now - 3650 * DAY_MS,
    not_after: now + 7300 * DAY_MS,
  })
  certificate.setSubject(CA_NAME)
  certificate.setIssuer(CA_NAME)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(pair.private_key_pem), forge.md.sha256.create())
  return {
    ca_key_pem: pair.private_key_pem,
    ca_certificate_pem: forge.pki.certificateToPem(certificate),
    token_key: randomBytes(32).toString('base64url'),
  }
}

/** Whom a certificate names, and its validity in UTC ms. */
export type CertificateRequest = {
  tin: string
  brn: string
  name: string
  not_before: number
  not_after: number
}

export type IssuedCertificate = {
  pkcs12_base64: string
  password: string
  certificate_pem: string
  private_key_pem: string
}

/**
 * * An organisation's signing certificate from the trial CA, in the published profile: TIN as
 * organizationIdentifier, BRN as serialNumber, non-repudiation, document signing. Source: digital signature
 * user guide, read 23 Jul 2026.
 */
export const issueCertificate = (keys: Keys, request: CertificateRequest): IssuedCertificate => {
  const pair = newKeyPair()
  const certificate = newCertificate(pair, request)
  // The typings take the tag for a class; the library reads it as the string type of the value.
  const valueTagClass = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class
  const text = (type: string, value: string) => ({ type, value, valueTagClass })
  certificate.setSubject([
    { type: '2.5.4.6', value: 'MY' },
    text('2.5.4.10', request.name),
    text(ORGANIZATION_IDENTIFIER, request.tin),
    text('2.5.4.3', request.name),
    text(SERIAL_NUMBER, request.brn),
  ])
  certificate.setIssuer(CA_NAME)
  certificate.setExtensions([
    { name: 'keyUsage', nonRepudiation: true, critical: true },
    { name: 'extKeyUsage', [DOCUMENT_SIGNING]: true },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(keys.ca_key_pem), forge.md.sha256.create())
  const password = randomBytes(12).toString('base64url')
  const pkcs12 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(pair.private_key_pem),
    [certificate, forge.pki.certificateFromPem(keys.ca_certificate_pem)],
    password,
    { algorithm: 'aes256' },
  )
  return {
    pkcs12_base64: forge.util.encode64(forge.asn1.toDer(pkcs12).getBytes()),
    password,
    certificate_pem: forge.pki.certificateToPem(certificate),
    private_key_pem: pair.private_key_pem,
  }
}

type KeyPair = { private_key_pem: string; public_key_pem: string }

/** node:crypto makes RSA keys far faster than forge. */
const newKeyPair = (): KeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { private_key_pem: privateKey, public_key_pem: publicKey }
}

type Validity = { not_before: number; not_after: number }

const newCertificate = (pair: KeyPair, validity: Validity): forge.pki.Certificate => {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.public_key_pem)
  certificate.serialNumber = `5a${randomBytes(SERIAL_BYTES - 1).toString('hex')}`
  certificate.validity.notBefore = new Date(validity.not_before)
  certificate.validity.notAfter = new Date(validity.not_after)
  return certificate
}
