import { createHash, createPrivateKey, createSign, X509Certificate } from 'node:crypto'
import { type Build, KINABALU, newNumber, type Party, SELAT, type Signer } from './build.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const URN = 'urn:oasis:names:specification:ubl:'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

const text = (value: string, more: object = {}) => [{ _: value, ...more }]
/** Stands for a number whose text must survive: it is unquoted after the object is written. */
const money = (value: string) => [{ _: `#${value}#`, currencyID: 'MYR' }]

/**
 * An unsigned document in the JSON form, minified, with number texts such as `100.00` that JSON.parse would
 * lose.
 */
export const buildJson = (build: Build = {}): string => {
  const issued = new Date(build.issued_at ?? Date.now() - 1000).toISOString()
  const invoice = {
    ID: text(build.number ?? newNumber()),
    IssueDate: text(issued.slice(0, 10)),
    IssueTime: text(`${issued.slice(11, 19)}Z`),
    InvoiceTypeCode: text(build.type ?? '01', { listVersionID: build.version ?? '1.1' }),
    DocumentCurrencyCode: text('MYR'),
    AccountingSupplierParty: [
      {
        Party: [
          {
            IndustryClassificationCode: text('46510', { name: 'Wholesale' }),
            ...party(build.supplier ?? KINABALU),
          },
        ],
      },
    ],
    AccountingCustomerParty: [{ Party: [party(build.buyer ?? SELAT)] }],
    TaxTotal: tax('6.00', '100.00'),
    LegalMonetaryTotal: [
      {
        TaxExclusiveAmount: money('100.00'),
        TaxInclusiveAmount: money('106.00'),
        PayableAmount: money('106.00'),
      },
    ],
    InvoiceLine: [
      {
        ID: text('1'),
        LineExtensionAmount: money('100.00'),
        TaxTotal: tax('6.00', '100.00'),
        Item: [
          {
            CommodityClassification: [{ ItemClassificationCode: text('003', { listID: 'CLASS' }) }],
            Description: text('Laptop stand 笔记本电脑支架'),
          },
        ],
        Price: [{ PriceAmount: money('100.00') }],
        ItemPriceExtension: [{ Amount: money('100.00') }],
      },
    ],
  }
  const document = {
    _D: `${UBL}Invoice-2`,
    _A: `${UBL}CommonAggregateComponents-2`,
    _B: `${UBL}CommonBasicComponents-2`,
    Invoice: [invoice],
  }
  return JSON.stringify(document).replace(/"#([^#"]*)#"/g, '$1')
}

const tax = (amount: string, taxable: string) => [
  {
    TaxAmount: money(amount),
    TaxSubtotal: [
      {
        TaxableAmount: money(taxable),
        TaxAmount: money(amount),
        TaxCategory: [
          {
            ID: text('01'),
            TaxScheme: [{ ID: text('OTH', { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }) }],
          },
        ],
      },
    ],
  },
]

const party = (one: Party) => ({
  PartyIdentification: [
    { ID: text(one.tin, { schemeID: 'TIN' }) },
    { ID: text(one.id_value, { schemeID: one.id_type }) },
    { ID: text('NA', { schemeID: 'SST' }) },
    { ID: text('NA', { schemeID: 'TTX' }) },
  ],
  PostalAddress: [
    {
      CityName: text('Kuala Lumpur'),
      PostalZone: text('50480'),
      CountrySubentityCode: text('14'),
      AddressLine: [{ Line: text('Lot 66') }],
      Country: [{ IdentificationCode: text('MYS', { listID: 'ISO3166-1', listAgencyID: '6' }) }],
    },
  ],
  PartyLegalEntity: [{ RegistrationName: text(one.name) }],
  Contact: [{ Telephone: text('+60123456789') }],
})

/** Signs a minified document by splicing the two members in front of the end of the invoice object. */
export const signJson = (json: string, signer: Signer): string => {
  const certificate = new X509Certificate(signer.certificate_pem)
  const issuer = certificate.issuer.split('\n').reverse().join(', ')
  const serial = BigInt(`0x${certificate.serialNumber}`).toString()
  const method = [{ _: '', Algorithm: SHA256 }]
  const names = { X509IssuerName: text(issuer), X509SerialNumber: text(serial) }
  const qualifying = {
    Target: 'signature',
    SignedProperties: [
      {
        Id: 'id-xades-signed-props',
        SignedSignatureProperties: [
          {
            SigningTime: text(`${new Date().toISOString().slice(0, 19)}Z`),
            SigningCertificate: [
              {
                Cert: [
                  {
                    CertDigest: [{ DigestMethod: method, DigestValue: text(sha256(certificate.raw)) }],
                    IssuerSerial: [names],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  const reference = (type: string, uri: string, digest: string) => ({
    Type: type,
    URI: uri,
    DigestMethod: method,
    DigestValue: text(digest),
  })
  const signature = {
    Id: 'signature',
    Object: [{ QualifyingProperties: [qualifying] }],
    KeyInfo: [
      {
        X509Data: [{ X509Certificate: text(certificate.raw.toString('base64')), X509IssuerSerial: [names] }],
      },
    ],
    SignatureValue: text(
      createSign('sha256').update(json).sign(createPrivateKey(signer.private_key_pem), 'base64'),
    ),
    SignedInfo: [
      {
        SignatureMethod: [{ _: '', Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }],
        Reference: [
          reference(
            'http://uri.etsi.org/01903/v1.3.2#SignedProperties',
            '#id-xades-signed-props',
            sha256(JSON.stringify(qualifying)),
          ),
          reference('', '', sha256(json)),
        ],
      },
    ],
  }
  const extensions = extensionOf(signature)
  const pointer = [
    { ID: text(`${URN}signature:Invoice`), SignatureMethod: text(`${URN}dsig:enveloped:xades`) },
  ]
  return json.replace(
    /\}\]\}$/,
    `,"UBLExtensions":${JSON.stringify(extensions)},"Signature":${JSON.stringify(pointer)}}]}`,
  )
}

const extensionOf = (signature: object) => [
  {
    UBLExtension: [
      {
        ExtensionURI: text(`${URN}dsig:enveloped:xades`),
        ExtensionContent: [
          {
            UBLDocumentSignatures: [
              {
                SignatureInformation: [
                  {
                    ID: text(`${URN}signature:1`),
                    ReferencedSignatureID: text(`${URN}signature:Invoice`),
                    Signature: [signature],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64')
