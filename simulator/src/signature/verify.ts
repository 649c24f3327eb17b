import { createHash, verify } from 'node:crypto'
import { child, type Element, type Finding, find, type ReadDocument } from '../reading/element.ts'
import {
  findSignatures,
  PROPERTIES_PATH,
  type PrintedDigest,
  readSignature,
  SIGNATURE_PATH,
  type SignatureBlock,
} from './block.ts'
import { decodeBase64, digestOfBase64, readCertificate, type SigningCertificate } from './certificate.ts'
import { checkLayout } from './layout.ts'
import { signedPropertiesTexts } from './properties.ts'

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/**
 * * The signature of a 1.1 or 1.3 document: every digest, the RSA value over the canonical document bytes,
 * and what the signature says about its certificate. Who signed, and whether to trust him, is `checkSigner`.
 * Source: sdk.myinvois.hasil.gov.my/signature/ and the official signed samples, read 23 Jul 2026.
 */
export const checkSignature = (document: ReadDocument): Finding[] => {
  const signatures = findSignatures(document)
  const [only] = signatures
  if (!only) {
    const layout = child(document.root, 'UBLExtensions') ? checkLayout(document) : []
    return [...layout, finding('DS301', 'The document has no signature', SIGNATURE_PATH)]
  }
  if (signatures.length > 1) {
    return [finding('DS302', 'The document must have exactly one signature', SIGNATURE_PATH)]
  }
  const block = readSignature(only, document)
  const certificate = readCertificate(block.certificate)
  return [
    ...checkLayout(document),
    ...checkDigests(block, document),
    ...checkNames(block, certificate),
    ...checkKeyNames(only, certificate),
    ...checkValue({ block, certificate, document }),
  ]
}

const checkDigests = (block: SignatureBlock, document: ReadDocument): Finding[] => {
  const properties = signedPropertiesTexts(block, document).map((text) => sha256(text))
  return [
    ...compare(block.document_digest, {
      method: 'DS314',
      missing: 'DS321',
      wrong: 'DS322',
      what: 'document',
      right: [sha256(document.signed_bytes)],
    }),
    ...compare(block.properties_digest, {
      method: 'DS315',
      missing: 'DS319',
      wrong: 'DS320',
      what: 'signed properties',
      right: properties,
    }),
    ...compare(block.certificate_digest, {
      method: 'DS313',
      missing: 'DS317',
      wrong: 'DS318',
      what: 'certificate',
      right: [digestOfBase64(block.certificate)],
    }),
  ]
}

type DigestRule = { method: string; missing: string; wrong: string; what: string; right: string[] }

const compare = (printed: PrintedDigest, rule: DigestRule): Finding[] => {
  const findings: Finding[] = []
  if (printed.method !== SHA256) {
    findings.push(finding(rule.method, `The digest method of the ${rule.what} is not SHA-256`, printed.path))
  }
  if (printed.value === '') {
    findings.push(finding(rule.missing, `The digest of the ${rule.what} is missing`, printed.path))
  } else if (!rule.right.includes(printed.value)) {
    findings.push(finding(rule.wrong, `The digest of the ${rule.what} does not match`, printed.path))
  }
  return findings
}

const checkNames = (block: SignatureBlock, certificate: SigningCertificate | undefined): Finding[] => {
  const findings: Finding[] = []
  const add = (code: string, message: string, at: string): void => {
    findings.push(finding(code, message, `${PROPERTIES_PATH}.${at}`))
  }
  const issuer = 'SigningCertificate.Cert.IssuerSerial.X509IssuerName'
  const serial = 'SigningCertificate.Cert.IssuerSerial.X509SerialNumber'
  if (block.signing_time === '') add('DS303', 'The signing time is missing', 'SigningTime')
  else if (signingInstant(block.signing_time) === undefined) {
    add('DS336', 'The signing time is not YYYY-MM-DDThh:mm:ssZ', 'SigningTime')
  }
  if (block.issuer_name === '') add('DS324', 'The issuer name of the certificate is missing', issuer)
  else if (certificate && !certificate.issuer_names.includes(block.issuer_name)) {
    add('DS326', 'The issuer name is not that of the certificate', issuer)
  }
  if (block.serial_number === '') add('DS325', 'The serial number of the certificate is missing', serial)
  else if (!/^\d{1,60}$/.test(block.serial_number)) {
    add('DS327', 'The serial number of the certificate is not a decimal number', serial)
  } else if (certificate && certificate.serial_number !== block.serial_number) {
    add('DS328', 'The serial number is not that of the certificate', serial)
  }
  return findings
}

/**
 * JSON repeats the certificate's issuer and number beside it. The subject's name is not compared: clients write it
 * in many ways, and official samples print the issuer in its place.
 */
const checkKeyNames = (signature: Element, certificate: SigningCertificate | undefined): Finding[] => {
  const holder = find(signature, 'KeyInfo/X509Data')
  if (!certificate || !holder) return []
  const findings: Finding[] = []
  const path = `${SIGNATURE_PATH}.KeyInfo.X509Data`
  const check = (place: string, code: string, right: string[]): void => {
    const text = find(holder, place)?.text.trim()
    if (text !== undefined && !right.includes(text)) {
      findings.push(finding(code, 'The key information does not fit the certificate', `${path}.${place}`))
    }
  }
  check('X509IssuerSerial/X509IssuerName', 'DS326', certificate.issuer_names)
  check('X509IssuerSerial/X509SerialNumber', 'DS328', [certificate.serial_number])
  return findings
}

type Signed = {
  block: SignatureBlock
  certificate: SigningCertificate | undefined
  document: ReadDocument
}

const checkValue = ({ block, certificate, document }: Signed): Finding[] => {
  const findings: Finding[] = []
  if (block.signature_method !== RSA_SHA256) {
    findings.push(
      finding('DS316', 'The signature method is not RSA with SHA-256', `${SIGNATURE_PATH}.SignedInfo`),
    )
  }
  if (!certificate) {
    const path = `${SIGNATURE_PATH}.KeyInfo.X509Data.X509Certificate`
    findings.push(finding('DS334', 'The certificate cannot be used to verify the signature', path))
  }
  const path = `${SIGNATURE_PATH}.SignatureValue`
  if (block.signature_value === '')
    return [...findings, finding('DS332', 'The signature value is empty', path)]
  const value = decodeBase64(block.signature_value)
  const key = certificate?.public_key
  if (!value || !key || !verify('sha256', document.signed_bytes, key, value)) {
    findings.push(finding('DS333', 'The signature does not verify with the certificate', path))
  }
  return findings
}

/** The instant of a signing time in UTC milliseconds; undefined when it is not `YYYY-MM-DDThh:mm:ssZ`. */
export const signingInstant = (text: string): number | undefined => {
  const instant = Date.parse(text)
  const regular = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)
  return regular && !Number.isNaN(instant) ? instant : undefined
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64')

const finding = (code: string, message: string, path: string): Finding => ({ code, message, path })
