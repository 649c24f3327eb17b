import { child, childrenOf, type Element, find, type ReadDocument, textAt } from '../reading/element.ts'

const SIGNED_PROPERTIES_URI = '#id-xades-signed-props'

/** A digest as printed in the signature: its method, its base64 value, and where it stands. */
export type PrintedDigest = { method: string; value: string; path: string }

/** The signature's parts, found in either format; empty text where a part is absent. */
export type SignatureBlock = {
  signature: Element
  signed_properties: Element | undefined
  qualifying_properties: Element | undefined
  document_digest: PrintedDigest
  properties_digest: PrintedDigest
  certificate_digest: PrintedDigest
  signature_method: string
  signature_value: string
  certificate: string
  signing_time: string
  issuer_name: string
  serial_number: string
  pointer_method: string
}

/** Where the signature stands, for findings. */
export const SIGNATURE_PATH =
  'Invoice.UBLExtensions.UBLExtension.ExtensionContent.UBLDocumentSignatures.SignatureInformation.Signature'

const INFORMATION = 'UBLExtensions/UBLExtension/ExtensionContent/UBLDocumentSignatures/SignatureInformation'

/** All signatures of the document; a right one has exactly one. */
export const findSignatures = (document: ReadDocument): Element[] => {
  let level = [document.root]
  for (const name of [...INFORMATION.split('/'), 'Signature']) {
    level = level.flatMap((element) => childrenOf(element, name))
  }
  return level
}

/** Whether a reference of the signature is the one to the signed properties; the other is to the document. */
export const isReferenceToProperties = (reference: Element): boolean =>
  reference.attributes.get('URI') === SIGNED_PROPERTIES_URI

/** Takes one signature apart. */
export const readSignature = (signature: Element, document: ReadDocument): SignatureBlock => {
  const references = childrenOf(child(signature, 'SignedInfo'), 'Reference')
  const qualifying = find(signature, 'Object/QualifyingProperties')
  const signed = child(qualifying, 'SignedProperties')
  const cert = find(signed, 'SignedSignatureProperties/SigningCertificate/Cert')
  const path = `${SIGNATURE_PATH}.SignedInfo.Reference`
  return {
    signature,
    signed_properties: signed,
    qualifying_properties: qualifying,
    document_digest: digestOf(
      references.find((one) => !isReferenceToProperties(one)),
      `${path}@URI=""`,
    ),
    properties_digest: digestOf(
      references.find(isReferenceToProperties),
      `${path}@URI="${SIGNED_PROPERTIES_URI}"`,
    ),
    certificate_digest: digestOf(
      child(cert, 'CertDigest'),
      `${PROPERTIES_PATH}.SigningCertificate.Cert.CertDigest`,
    ),
    signature_method: find(signature, 'SignedInfo/SignatureMethod')?.attributes.get('Algorithm') ?? '',
    signature_value: textAt(signature, 'SignatureValue'),
    certificate: textAt(signature, 'KeyInfo/X509Data/X509Certificate'),
    signing_time: textAt(signed, 'SignedSignatureProperties/SigningTime'),
    issuer_name: textAt(cert, 'IssuerSerial/X509IssuerName'),
    serial_number: textAt(cert, 'IssuerSerial/X509SerialNumber'),
    pointer_method: textAt(child(document.root, 'Signature'), 'SignatureMethod'),
  }
}

const OBJECT_PATH = `${SIGNATURE_PATH}.Object.QualifyingProperties`
/** Where the signed properties stand, for findings. */
export const PROPERTIES_PATH = `${OBJECT_PATH}.SignedProperties.SignedSignatureProperties`

const digestOf = (holder: Element | undefined, path: string): PrintedDigest => ({
  method: child(holder, 'DigestMethod')?.attributes.get('Algorithm') ?? '',
  value: textAt(holder, 'DigestValue'),
  path: `${path}.DigestValue`,
})
