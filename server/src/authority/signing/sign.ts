import { createPrivateKey, hash, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { type InvoiceParts, unsignedText } from '#domain/ubl/invoice.ts'
import { escapeText } from '#domain/ubl/xml.ts'
import { attributeOf, printName } from './distinguished-name.ts'
import { POINTER, printExtension, signedProperties } from './signature-text.ts'

/** A certificate with its key, read once and used for many documents. */
export type Signer = {
  key: KeyObject
  certificate_base64: string
  certificate_digest: string
  /** As text of XML, already escaped. */
  issuer_name: string
  /** Unsigned decimal. */
  serial_number: string
  subject: { name: string; tin: string; brn: string }
  not_before: Date
  not_after: Date
}

/** `xml`: the exact bytes to submit; `document_hash`: their SHA-256 in hexadecimal. */
export type SignedInvoice = { xml: Buffer; document_hash: string }

/** Reads both PEM texts once. Throws when one of them cannot be read or the key is not the certificate's. */
export const createSigner = (pem: { certificate_pem: string; private_key_pem: string }): Signer => {
  const certificate = readPem('certificate', () => new X509Certificate(pem.certificate_pem))
  const key = readPem('private key', () => createPrivateKey(pem.private_key_pem))
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The signing key is not an RSA key')
  if (!certificate.checkPrivateKey(key)) throw new Error('The private key does not belong to the certificate')
  return {
    key,
    certificate_base64: certificate.raw.toString('base64'),
    certificate_digest: sha256(certificate.raw),
    issuer_name: escapeText(printName(certificate.issuer)),
    serial_number: BigInt(`0x${certificate.serialNumber}`).toString(10),
    subject: {
      name: attributeOf(certificate.subject, 'CN'),
      tin: attributeOf(certificate.subject, 'organizationIdentifier'),
      brn: attributeOf(certificate.subject, 'serialNumber'),
    },
    not_before: certificate.validFromDate,
    not_after: certificate.validToDate,
  }
}

/**
 * Signs a document of version 1.1. The RSA value is over the document's own bytes, not over SignedInfo, and the
 * two insertions are spliced into the text, so nothing is ever serialized twice (signature guideline §1-3).
 */
export const signInvoice = async (
  signer: Signer,
  parts: InvoiceParts,
  signed_at: Date,
): Promise<SignedInvoice> => {
  const body = Buffer.from(unsignedText(parts))
  const headerAt = Buffer.byteLength(parts.opening)
  const restAt = headerAt + Buffer.byteLength(parts.header)
  const properties = signedProperties(signer, signed_at)
  const extension = printExtension(signer, {
    document_digest: sha256(body),
    properties_digest: sha256(properties.hashed),
    signature_value: (await signBytes('sha256', body, signer.key)).toString('base64'),
    properties: properties.printed,
  })
  const xml = Buffer.concat([
    body.subarray(0, headerAt),
    Buffer.from(extension),
    body.subarray(headerAt, restAt),
    POINTER_BYTES,
    body.subarray(restAt),
  ])
  return { xml, document_hash: hash('sha256', xml, 'hex') }
}

/** RSA takes most of the time of a document; off the main thread it uses the other cores. */
const signBytes = promisify<string, Buffer, KeyObject, Buffer>(sign)

const POINTER_BYTES = Buffer.from(POINTER)

const sha256 = (content: Buffer | string): string => hash('sha256', content, 'base64')

const readPem = <T>(what: string, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw new Error(`The ${what} cannot be read`, { cause })
  }
}
