import { own } from '#codes/own.ts'
import { child, type Element, type Finding, type ReadDocument, textAt } from '../reading/element.ts'
import { isReferenceToProperties } from './block.ts'

/** What may stand inside each element of the signature extension. */
const CHILDREN: Readonly<Record<string, string[]>> = {
  UBLExtensions: ['UBLExtension'],
  UBLExtension: ['ExtensionURI', 'ExtensionContent'],
  ExtensionContent: ['UBLDocumentSignatures'],
  UBLDocumentSignatures: ['SignatureInformation'],
  SignatureInformation: ['ID', 'ReferencedSignatureID', 'Signature'],
  Signature: ['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object'],
  SignedInfo: ['CanonicalizationMethod', 'SignatureMethod', 'Reference'],
  Reference: ['Transforms', 'DigestMethod', 'DigestValue'],
  Transforms: ['Transform'],
  Transform: ['XPath'],
  KeyInfo: ['X509Data'],
  X509Data: ['X509Certificate', 'X509SubjectName', 'X509IssuerSerial'],
  X509IssuerSerial: ['X509IssuerName', 'X509SerialNumber'],
  Object: ['QualifyingProperties'],
  QualifyingProperties: ['SignedProperties'],
  SignedProperties: ['SignedSignatureProperties'],
  SignedSignatureProperties: ['SigningTime', 'SigningCertificate'],
  SigningCertificate: ['Cert'],
  Cert: ['CertDigest', 'IssuerSerial'],
  CertDigest: ['DigestMethod', 'DigestValue'],
  IssuerSerial: ['X509IssuerName', 'X509SerialNumber'],
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const NAMESPACES = new Set([
  `${UBL}CommonExtensionComponents-2`,
  `${UBL}CommonSignatureComponents-2`,
  `${UBL}SignatureAggregateComponents-2`,
  `${UBL}SignatureBasicComponents-2`,
  `${UBL}CommonBasicComponents-2`,
  'http://www.w3.org/2000/09/xmldsig#',
  'http://uri.etsi.org/01903/v1.3.2#',
])

const REFERENCED_SIGNATURE = 'urn:oasis:names:specification:ubl:signature:Invoice'

/** Texts and attributes (`Element@attribute`) that have fixed values. */
const CONSTANTS: Readonly<Record<string, string[]>> = {
  ExtensionURI: ['urn:oasis:names:specification:ubl:dsig:enveloped:xades'],
  ID: ['urn:oasis:names:specification:ubl:signature:1'],
  ReferencedSignatureID: [REFERENCED_SIGNATURE],
  XPath: ['not(//ancestor-or-self::ext:UBLExtensions)', 'not(//ancestor-or-self::cac:Signature)'],
  'Signature@Id': ['signature'],
  'QualifyingProperties@Target': ['signature'],
  'SignedProperties@Id': ['id-xades-signed-props'],
  'Reference@Id': ['id-doc-signed-data'],
  'Reference@URI': ['', '#id-xades-signed-props'],
  'Reference@Type': [
    '',
    'http://www.w3.org/2000/09/xmldsig#SignatureProperties',
    'http://uri.etsi.org/01903/v1.3.2#SignedProperties',
  ],
  'CanonicalizationMethod@Algorithm': [
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/2006/12/xml-c14n11',
    'https://www.w3.org/TR/xml-c14n11/#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
  'Transform@Algorithm': [
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/2006/12/xml-c14n11',
    'https://www.w3.org/TR/xml-c14n11/#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
}

/**
 * The parts of the extension which no digest covers: names, namespaces and fixed values (DS300), and the
 * pointer element (DS300 for its id, DS323 for its method).
 */
export const checkLayout = (document: ReadDocument): Finding[] => {
  const findings: Finding[] = []
  const extensions = child(document.root, 'UBLExtensions')
  if (extensions) visit(extensions, { path: 'Invoice.UBLExtensions', findings })
  const pointer = child(document.root, 'Signature')
  if (pointer && textAt(pointer, 'ID') !== REFERENCED_SIGNATURE) {
    findings.push(wrong('Invoice.Signature.ID'))
  }
  if (textAt(pointer, 'SignatureMethod') !== CONSTANTS.ExtensionURI?.[0]) {
    findings.push({
      code: 'DS323',
      message: 'The signature method of the document is not the enveloped XAdES method',
      path: 'Invoice.Signature.SignatureMethod',
    })
  }
  return findings
}

type Visit = { path: string; findings: Finding[] }

const visit = (element: Element, at: Visit): void => {
  const allowed = own(CHILDREN, element.name)
  if (element.namespace !== '' && !NAMESPACES.has(element.namespace)) at.findings.push(wrong(at.path))
  const texts = own(CONSTANTS, element.name)
  if (texts && !texts.includes(element.text.trim())) at.findings.push(wrong(at.path))
  if (allowed && element.text.trim() !== '') at.findings.push(wrong(at.path))
  for (const [name, value] of element.attributes) {
    if (!isKnown(element, name, value)) at.findings.push(wrong(`${at.path}@${name}`))
  }
  for (const one of element.children) {
    const path = `${at.path}.${one.name}`
    if (allowed?.includes(one.name)) visit(one, { ...at, path })
    else at.findings.push(wrong(path))
  }
}

const isKnown = (element: Element, name: string, value: string): boolean => {
  const values = own(CONSTANTS, `${element.name}@${name}`)
  // Clients name their reference to the signed properties as they like, or not at all.
  const free = element.name === 'Reference' && name === 'Id' && isReferenceToProperties(element)
  if (free) return /^[\w.-]{1,100}$/.test(value)
  return values ? values.includes(value) : name === 'Algorithm'
}

const wrong = (path: string): Finding => ({
  code: 'DS300',
  message: 'The signature extension cannot be read: unexpected name or value',
  path,
})
