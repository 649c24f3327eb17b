import { createHash, createPrivateKey, createSign, X509Certificate } from 'node:crypto'

/** Documents for tests, written here by hand so that the simulator is not tested with its own pen. */
export type Party = { tin: string; id_type: string; id_value: string; name: string }

export type Build = {
  number?: string
  type?: string
  version?: string
  /** Issue instant in UTC ms. */
  issued_at?: number
  supplier?: Party
  buyer?: Party
  lines?: number
  /** Number and UUID of an original. */
  reference?: { number: string; uuid: string }
}

export const KINABALU: Party = {
  tin: 'C20880050010',
  id_type: 'BRN',
  id_value: '201901234567',
  name: 'Kinabalu Trading Sdn Bhd',
}
export const SELAT: Party = {
  tin: 'C11223344550',
  id_type: 'BRN',
  id_value: '202001000111',
  name: 'Selat Foods Sdn Bhd',
}

export type Signer = { certificate_pem: string; private_key_pem: string }

let counter = 0

export const newNumber = (): string => {
  counter += 1
  return `INV-${counter}`
}

/** An unsigned document in canonical form. */
export const buildXml = (build: Build = {}): string => {
  const { type = '01', version = '1.1', supplier = KINABALU, buyer = SELAT, lines = 1 } = build
  const issued = new Date(build.issued_at ?? Date.now() - 1000).toISOString()
  const total = (100 * lines).toFixed(2)
  const tax = (6 * lines).toFixed(2)
  const sum = (106 * lines).toFixed(2)
  return [
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
    ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
    ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">',
    `<cbc:ID>${build.number ?? newNumber()}</cbc:ID>`,
    `<cbc:IssueDate>${issued.slice(0, 10)}</cbc:IssueDate>`,
    `<cbc:IssueTime>${issued.slice(11, 19)}Z</cbc:IssueTime>`,
    `<cbc:InvoiceTypeCode listVersionID="${version}">${type}</cbc:InvoiceTypeCode>`,
    '<cbc:DocumentCurrencyCode>MYR</cbc:DocumentCurrencyCode>',
    build.reference ? referenceXml(build.reference) : '',
    '<cac:AccountingSupplierParty><cac:Party>',
    '<cbc:IndustryClassificationCode name="Wholesale of computers">46510</cbc:IndustryClassificationCode>',
    `${partyXml(supplier)}</cac:Party></cac:AccountingSupplierParty>`,
    `<cac:AccountingCustomerParty><cac:Party>${partyXml(buyer)}</cac:Party></cac:AccountingCustomerParty>`,
    taxXml(tax, total),
    '<cac:LegalMonetaryTotal>',
    amount('LineExtensionAmount', total),
    amount('TaxExclusiveAmount', total),
    amount('TaxInclusiveAmount', sum),
    amount('PayableAmount', sum),
    '</cac:LegalMonetaryTotal>',
    Array.from({ length: lines }, (_, index) => lineXml(index + 1)).join(''),
    '</Invoice>',
  ].join('')
}

const amount = (name: string, value: string): string => `<cbc:${name} currencyID="MYR">${value}</cbc:${name}>`

const referenceXml = ({ number, uuid }: { number: string; uuid: string }): string =>
  '<cac:BillingReference><cac:InvoiceDocumentReference>' +
  `<cbc:ID>${number}</cbc:ID><cbc:UUID>${uuid}</cbc:UUID>` +
  '</cac:InvoiceDocumentReference></cac:BillingReference>'

const taxXml = (tax: string, total: string): string =>
  [
    `<cac:TaxTotal>${amount('TaxAmount', tax)}<cac:TaxSubtotal>`,
    `${amount('TaxableAmount', total)}${amount('TaxAmount', tax)}<cac:TaxCategory><cbc:ID>01</cbc:ID>`,
    '<cac:TaxScheme><cbc:ID schemeAgencyID="6" schemeID="UN/ECE 5153">OTH</cbc:ID></cac:TaxScheme>',
    '</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>',
  ].join('')

const partyXml = (party: Party): string => {
  const ids: [string, string][] = [
    ['TIN', party.tin],
    [party.id_type, party.id_value],
    ['SST', 'NA'],
    ['TTX', 'NA'],
  ]
  return [
    ...ids.map(
      ([scheme, value]) =>
        `<cac:PartyIdentification><cbc:ID schemeID="${scheme}">${value}</cbc:ID></cac:PartyIdentification>`,
    ),
    '<cac:PostalAddress><cbc:CityName>Kuala Lumpur</cbc:CityName><cbc:PostalZone>50480</cbc:PostalZone>',
    '<cbc:CountrySubentityCode>14</cbc:CountrySubentityCode>',
    '<cac:AddressLine><cbc:Line>Lot 66</cbc:Line></cac:AddressLine><cac:Country>',
    '<cbc:IdentificationCode listAgencyID="6" listID="ISO3166-1">MYS</cbc:IdentificationCode>',
    '</cac:Country></cac:PostalAddress>',
    `<cac:PartyLegalEntity><cbc:RegistrationName>${party.name}</cbc:RegistrationName></cac:PartyLegalEntity>`,
    '<cac:Contact><cbc:Telephone>+60123456789</cbc:Telephone></cac:Contact>',
  ].join('')
}

const lineXml = (number: number): string =>
  [
    `<cac:InvoiceLine><cbc:ID>${number}</cbc:ID>`,
    '<cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>',
    `${amount('LineExtensionAmount', '100.00')}${taxXml('6.00', '100.00')}`,
    '<cac:Item><cbc:Description>Laptop stand</cbc:Description><cac:CommodityClassification>',
    '<cbc:ItemClassificationCode listID="CLASS">003</cbc:ItemClassificationCode>',
    `</cac:CommodityClassification></cac:Item><cac:Price>${amount('PriceAmount', '100')}</cac:Price>`,
    `<cac:ItemPriceExtension>${amount('Amount', '100.00')}</cac:ItemPriceExtension></cac:InvoiceLine>`,
  ].join('')

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const URN = 'urn:oasis:names:specification:ubl:'
const REFERENCED = `${URN}signature:Invoice`

export type SignOptions = {
  signed_at?: number
  /** Write empty elements out (`<a></a>`) instead of closing them at once. */
  spelled_out?: boolean
  issuer_name?: string
  serial_number?: string
}

/** Signs a canonical document as the official samples do. */
export const signXml = (xml: string, signer: Signer, options: SignOptions = {}): string => {
  const certificate = new X509Certificate(signer.certificate_pem)
  const value = createSign('sha256').update(xml).sign(createPrivateKey(signer.private_key_pem), 'base64')
  const time = `${new Date(options.signed_at ?? Date.now()).toISOString().slice(0, 19)}Z`
  const issuer = options.issuer_name ?? certificate.issuer.split('\n').reverse().join(', ')
  const serial = options.serial_number ?? BigInt(`0x${certificate.serialNumber}`).toString()
  const empty = (start: string, name: string): string =>
    options.spelled_out ? `<${start}></${name}>` : `<${start} />`
  const properties = (own: string, ds: string): string =>
    [
      `<xades:SignedProperties Id="id-xades-signed-props"${own}><xades:SignedSignatureProperties>`,
      `<xades:SigningTime>${time}</xades:SigningTime><xades:SigningCertificate><xades:Cert>`,
      `<xades:CertDigest>${empty(`ds:DigestMethod Algorithm="${SHA256}"${ds}`, 'ds:DigestMethod')}`,
      `<ds:DigestValue${ds}>${sha256(certificate.raw)}</ds:DigestValue></xades:CertDigest>`,
      '<xades:IssuerSerial>',
      `<ds:X509IssuerName${ds}>${issuer}</ds:X509IssuerName>`,
      `<ds:X509SerialNumber${ds}>${serial}</ds:X509SerialNumber></xades:IssuerSerial></xades:Cert>`,
      '</xades:SigningCertificate></xades:SignedSignatureProperties></xades:SignedProperties>',
    ].join('')
  const digest = sha256(properties(` xmlns:xades="${XADES}"`, ` xmlns:ds="${DS}"`))
  const extension = [
    `<UBLExtensions xmlns="${URN}schema:xsd:CommonExtensionComponents-2"><UBLExtension>`,
    `<ExtensionURI>${URN}dsig:enveloped:xades</ExtensionURI><ExtensionContent>`,
    `<sig:UBLDocumentSignatures xmlns:sig="${URN}schema:xsd:CommonSignatureComponents-2"`,
    ` xmlns:sac="${URN}schema:xsd:SignatureAggregateComponents-2"`,
    ` xmlns:sbc="${URN}schema:xsd:SignatureBasicComponents-2"><sac:SignatureInformation>`,
    `<cbc:ID>${URN}signature:1</cbc:ID><sbc:ReferencedSignatureID>${REFERENCED}</sbc:ReferencedSignatureID>`,
    `<ds:Signature xmlns:ds="${DS}" Id="signature"><ds:SignedInfo>`,
    '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256" />',
    `<ds:Reference Id="id-doc-signed-data" URI=""><ds:DigestMethod Algorithm="${SHA256}" />`,
    `<ds:DigestValue>${sha256(xml)}</ds:DigestValue></ds:Reference>`,
    `<ds:Reference Type="${DS}SignatureProperties" URI="#id-xades-signed-props">`,
    `<ds:DigestMethod Algorithm="${SHA256}" /><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`,
    `</ds:SignedInfo><ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data>`,
    `<ds:X509Certificate>${certificate.raw.toString('base64')}</ds:X509Certificate>`,
    '</ds:X509Data></ds:KeyInfo>',
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="signature">${properties('', '')}`,
    '</xades:QualifyingProperties></ds:Object></ds:Signature></sac:SignatureInformation>',
    '</sig:UBLDocumentSignatures></ExtensionContent></UBLExtension></UBLExtensions>',
  ].join('')
  const pointer =
    `<cac:Signature><cbc:ID>${REFERENCED}</cbc:ID>` +
    `<cbc:SignatureMethod>${URN}dsig:enveloped:xades</cbc:SignatureMethod></cac:Signature>`
  return xml
    .replace('<cbc:ID>', `${extension}<cbc:ID>`)
    .replace('<cac:AccountingSupplierParty>', `${pointer}<cac:AccountingSupplierParty>`)
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64')
