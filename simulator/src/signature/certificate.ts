import { createHash, type KeyObject, X509Certificate } from 'node:crypto'

/** What the checks need to know of a signing certificate. Instants are UTC milliseconds. */
export type SigningCertificate = {
  x509: X509Certificate
  public_key: KeyObject
  /** base64 of the SHA-256 of the DER bytes. */
  digest: string
  issuer_names: string[]
  serial_number: string
  organization_identifier: string
  subject_serial_number: string
  extended_key_usage: readonly string[]
  not_before: number
  not_after: number
}

const CACHE_MAX = 500
const cache = new Map<string, SigningCertificate | undefined>()

/** Reads the base64 DER of a certificate; undefined when it is none. The last 500 are remembered. */
export const readCertificate = (base64: string): SigningCertificate | undefined => {
  if (cache.has(base64)) return cache.get(base64)
  if (cache.size >= CACHE_MAX) cache.clear()
  const certificate = parse(base64)
  cache.set(base64, certificate)
  return certificate
}

/** base64 of SHA-256 of the bytes that a base64 text holds, whether or not they are a certificate. */
export const digestOfBase64 = (base64: string): string =>
  createHash('sha256')
    .update(decodeBase64(base64) ?? '')
    .digest('base64')

/**
 * The bytes of a base64 text; undefined unless it is written in the one canonical way (line breaks apart).
 */
export const decodeBase64 = (text: string): Buffer | undefined => {
  const written = text.replace(/\s/g, '')
  const bytes = Buffer.from(written, 'base64')
  return bytes.toString('base64') === written ? bytes : undefined
}

const parse = (base64: string): SigningCertificate | undefined => {
  try {
    const bytes = decodeBase64(base64)
    if (!bytes) return undefined
    const x509 = new X509Certificate(bytes)
    const subject = new Map(attributesOf(x509.subject))
    return {
      x509,
      public_key: x509.publicKey,
      digest: digestOfBase64(base64),
      issuer_names: printedNames(x509.issuer),
      serial_number: BigInt(`0x${x509.serialNumber}`).toString(10),
      organization_identifier: subject.get('organizationIdentifier') ?? '',
      subject_serial_number: subject.get('serialNumber') ?? '',
      extended_key_usage: x509.keyUsage ?? [],
      not_before: Date.parse(x509.validFrom),
      not_after: Date.parse(x509.validTo),
    }
  } catch {
    return undefined
  }
}

const attributesOf = (name: string): [string, string][] =>
  name.split('\n').map((line) => {
    const equals = line.indexOf('=')
    return [line.slice(0, equals), line.slice(equals + 1).replace(/\\(.)/g, '$1')]
  })

/**
 * * A name as the signature must print it: parts in reverse of the encoded order, comma and one blank
 * between, `E=` for the e-mail. How values with commas are quoted is unpublished, so plain and quoted are
 * both right.
 */
const printedNames = (name: string): string[] => {
  const parts = attributesOf(name.replaceAll('emailAddress=', 'E=')).reverse()
  const plain = parts.map(([key, value]) => `${key}=${value}`)
  const quoted = parts.map(([key, value]) => `${key}=${/[,+"<>;]/.test(value) ? `"${value}"` : value}`)
  return [plain.join(', '), quoted.join(', ')]
}
