/**
 * The text of the signature extension, exactly as the authority's own signed samples have it (signature
 * guideline §3.3, 3.4). None of it is hashed as a whole: only the signed properties are, in the form in which
 * .NET prints an element (`OuterXml`), which is not canonical XML. The empty tag ` />` must be the same in both.
 */
type Names = { certificate_digest: string; issuer_name: string; serial_number: string }
type Values = {
  document_digest: string
  properties_digest: string
  signature_value: string
  properties: string
}

const UBL = 'urn:oasis:names:specification:ubl'
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116'

/** Stands directly before the supplier and names the signature; the same for all eight types. */
export const POINTER =
  `<cac:Signature><cbc:ID>${UBL}:signature:Invoice</cbc:ID>` +
  `<cbc:SignatureMethod>${UBL}:dsig:enveloped:xades</cbc:SignatureMethod></cac:Signature>`

/** The signed properties as they stand in the document, and as they are hashed. */
export const signedProperties = (names: Names, signed_at: Date): { printed: string; hashed: string } => {
  const time = `${signed_at.toISOString().slice(0, 19)}Z`
  return {
    printed: printProperties(names, time, { xades: '', ds: '' }),
    hashed: printProperties(names, time, { xades: ` xmlns:xades="${XADES}"`, ds: ` xmlns:ds="${DS}"` }),
  }
}

const printProperties = (names: Names, time: string, declare: { xades: string; ds: string }): string =>
  `<xades:SignedProperties Id="id-xades-signed-props"${declare.xades}>` +
  `<xades:SignedSignatureProperties><xades:SigningTime>${time}</xades:SigningTime>` +
  '<xades:SigningCertificate><xades:Cert><xades:CertDigest>' +
  `<ds:DigestMethod Algorithm="${SHA256}"${declare.ds} />` +
  `<ds:DigestValue${declare.ds}>${names.certificate_digest}</ds:DigestValue></xades:CertDigest>` +
  `<xades:IssuerSerial><ds:X509IssuerName${declare.ds}>${names.issuer_name}</ds:X509IssuerName>` +
  `<ds:X509SerialNumber${declare.ds}>${names.serial_number}</ds:X509SerialNumber></xades:IssuerSerial>` +
  '</xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties></xades:SignedProperties>'

/** The extension, first child of the root. */
export const printExtension = (signer: { certificate_base64: string }, values: Values): string =>
  EXTENSION_START +
  signedInfo(values) +
  `<ds:SignatureValue>${values.signature_value}</ds:SignatureValue>` +
  `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${signer.certificate_base64}</ds:X509Certificate>` +
  '</ds:X509Data></ds:KeyInfo><ds:Object>' +
  `<xades:QualifyingProperties xmlns:xades="${XADES}" Target="signature">${values.properties}` +
  `</xades:QualifyingProperties></ds:Object>${EXTENSION_END}`

const EXTENSION_START =
  `<UBLExtensions xmlns="${UBL}:schema:xsd:CommonExtensionComponents-2"><UBLExtension>` +
  `<ExtensionURI>${UBL}:dsig:enveloped:xades</ExtensionURI><ExtensionContent>` +
  `<sig:UBLDocumentSignatures xmlns:sig="${UBL}:schema:xsd:CommonSignatureComponents-2"` +
  ` xmlns:sac="${UBL}:schema:xsd:SignatureAggregateComponents-2"` +
  ` xmlns:sbc="${UBL}:schema:xsd:SignatureBasicComponents-2"><sac:SignatureInformation>` +
  `<cbc:ID>${UBL}:signature:1</cbc:ID>` +
  `<sbc:ReferencedSignatureID>${UBL}:signature:Invoice</sbc:ReferencedSignatureID>` +
  `<ds:Signature xmlns:ds="${DS}" Id="signature">`

const EXTENSION_END =
  '</ds:Signature></sac:SignatureInformation></sig:UBLDocumentSignatures>' +
  '</ExtensionContent></UBLExtension></UBLExtensions>'

const signedInfo = ({ document_digest, properties_digest }: Values): string =>
  `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${EXC_C14N}" />` +
  `<ds:SignatureMethod Algorithm="${RSA_SHA256}" /><ds:Reference Id="id-doc-signed-data" URI=""><ds:Transforms>` +
  `<ds:Transform Algorithm="${XPATH}"><ds:XPath>not(//ancestor-or-self::ext:UBLExtensions)</ds:XPath></ds:Transform>` +
  `<ds:Transform Algorithm="${XPATH}"><ds:XPath>not(//ancestor-or-self::cac:Signature)</ds:XPath></ds:Transform>` +
  `<ds:Transform Algorithm="${EXC_C14N}" /></ds:Transforms>` +
  `<ds:DigestMethod Algorithm="${SHA256}" /><ds:DigestValue>${document_digest}</ds:DigestValue></ds:Reference>` +
  `<ds:Reference Type="${DS}SignatureProperties" URI="#id-xades-signed-props">` +
  `<ds:DigestMethod Algorithm="${SHA256}" /><ds:DigestValue>${properties_digest}</ds:DigestValue>` +
  '</ds:Reference></ds:SignedInfo>'
