import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { own } from '#codes/own.ts'
import { printName } from './distinguished-name.ts'
import { createSigner } from './sign.ts'

/** A signing certificate taken out of its file. `tin` and `brn` are what its subject states, or empty. */
export type SigningCertificate = {
  certificate_pem: string
  private_key_pem: string
  subject: string
  issuer: string
  serial: string
  tin: string
  brn: string
  not_before: Date
  not_after: Date
}

export type Pkcs12File = { bytes: Uint8Array; password: string }
export type Pkcs12Answer = { ok: true; certificate: SigningCertificate } | { ok: false; why: string }

const PKCS12_BYTES_MAX = 100_000

/** Reads a PKCS#12 file (.p12, .pfx): one RSA key, its certificate, and any chain, which is not needed. */
export const readPkcs12 = (bytes: Uint8Array, password: string): Pkcs12Answer => {
  if (bytes.length === 0 || bytes.length > PKCS12_BYTES_MAX) return no(NOT_PKCS12)
  const bags = openBags(bytes, password)
  if (typeof bags === 'string') return no(bags)
  const [key, another] = bags.keys
  if (!key)
    return no('The file holds no RSA private key. Please export the certificate together with its key.')
  if (another) return no('The file holds several private keys. Please export the signing certificate alone.')
  if (bags.certificates.length === 0)
    return no('The file holds no certificate. Please export the key with its certificate.')
  const private_key = createPrivateKey(key)
  const x509 = bags.certificates.find((certificate) => certificate.checkPrivateKey(private_key))
  if (!x509) return no('None of the certificates in the file belongs to its private key.')
  const certificate_pem = x509.toString()
  const { subject, not_before, not_after } = createSigner({ certificate_pem, private_key_pem: key })
  return {
    ok: true,
    certificate: {
      certificate_pem,
      private_key_pem: key,
      subject: printName(x509.subject),
      issuer: printName(x509.issuer),
      serial: x509.serialNumber,
      tin: subject.tin,
      brn: subject.brn,
      not_before,
      not_after,
    },
  }
}

export const WRONG_PASSWORD = 'The password does not open this file.'
const NOT_PKCS12 = 'This file cannot be read as PKCS#12 (.p12 or .pfx).'
const no = (why: string): Pkcs12Answer => ({ ok: false, why })

type Bags = { keys: string[]; certificates: X509Certificate[] }

/** The contents of the file, or the sentence that says why it cannot be opened. */
const openBags = (bytes: Uint8Array, password: string): Bags | string => {
  const asn1 = attempt(() => forge.asn1.fromDer(Buffer.from(bytes).toString('binary')))
  if (!asn1) return NOT_PKCS12
  try {
    const file = forge.pkcs12.pkcs12FromAsn1(asn1, password)
    const bagsOf = (type: string | undefined) => (type && own(file.getBags({ bagType: type }), type)) || []
    const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids
    return {
      keys: [...bagsOf(keyBag), ...bagsOf(pkcs8ShroudedKeyBag)].flatMap(({ key }) =>
        key ? [forge.pki.privateKeyToPem(key)] : [],
      ),
      certificates: bagsOf(certBag).flatMap((bag) => attempt(() => readCertificate(bag)) ?? []),
    }
  } catch (error) {
    const wrong = error instanceof Error && /password|MAC could not be verified/i.test(error.message)
    return wrong ? WRONG_PASSWORD : NOT_PKCS12
  }
}

const readCertificate = ({ cert, asn1 }: forge.pkcs12.Bag): X509Certificate => {
  const der = forge.asn1.toDer(cert ? forge.pki.certificateToAsn1(cert) : asn1)
  return new X509Certificate(Buffer.from(der.getBytes(), 'binary'))
}

/** The library throws on anything it cannot read. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
