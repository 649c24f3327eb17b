import { SELAT } from './build.ts'
import * as p from './codes-played.ts'

/** One play that the authority accepts, and one that it answers with the code, or with these words. */
export type CodeExample = { passes: p.Play; fails: p.Play; says?: RegExp }

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const SUBMISSION: Record<string, CodeExample> = {
  BadStructure: {
    passes: p.postedEntries(1),
    fails: p.posted({ papers: [] }),
    says: /Invalid structured submission|"BadStructure"/,
  },
  MaximumSizeExceeded: { passes: p.postedEntries(100), fails: p.postedEntries(101) },
  IncorrectSubmitter: { passes: p.onBehalf(true), fails: p.onBehalf(false) },
  DuplicateSubmission: { passes: p.unsigned(), fails: p.twice(0) },
  ValidationError: { passes: p.postedEntries(1), fails: p.posted('no JSON') },
}

const ISSUED = /(<cbc:IssueDate>.*?<\/cbc:IssueDate>)(<cbc:IssueTime>.*?<\/cbc:IssueTime>)/
const INCOTERMS = (terms: string) =>
  [
    '<cac:AccountingSupplierParty>',
    `<cac:AdditionalDocumentReference><cbc:ID>${terms}</cbc:ID></cac:AdditionalDocumentReference>` +
      '<cac:AccountingSupplierParty>',
  ] as const

const DOCUMENT: Record<string, CodeExample> = {
  'structure:order': {
    passes: p.unsigned(),
    fails: p.unsigned([[ISSUED, '$2$1']]),
    says: /Invalid child element/,
  },
  'structure:schema': {
    passes: p.unsignedJson(),
    fails: p.unsignedJson([[/"IssueTime":\[\{"_":"[^"]*"\}\],/, '']]),
    says: /IssueTime/,
  },
  CF321: {
    passes: p.unsigned([], { issued_at: Date.now() - 71 * HOUR_MS }),
    fails: p.unsigned([], { issued_at: Date.now() - 73 * HOUR_MS }),
  },
  CF417: { passes: p.unsigned([INCOTERMS('CIF')]), fails: p.unsigned([INCOTERMS('CIFF')]) },
  ERR206: {
    passes: p.unsigned([], { buyer: p.PERSON }),
    fails: p.unsigned([], { buyer: { ...p.PERSON, id_value: '880625015324' } }),
  },
  ERR406: { passes: p.unsigned(), fails: p.unsigned([], { buyer: { ...SELAT, tin: 'C4040404040' } }) },
  DR303: { passes: p.note(), fails: p.note({ cancelled: true }) },
  DR308: { passes: p.note(), fails: p.note({ buyer: p.PERSON }) },
  DR3xx: { passes: p.note(), fails: p.note({ uuid: 'F9D425P6DS7D8J00Q2K1ABCD12' }), says: /"DR3\d\d"/ },
  DV302: { passes: p.unsigned(), fails: p.twice(11 * MINUTE_MS) },
}

const foreign = (source: string, target: string): p.Play =>
  p.unsigned([
    [/MYR/g, 'USD'],
    [
      '<cac:TaxTotal>',
      `<cac:TaxExchangeRate><cbc:SourceCurrencyCode>${source}</cbc:SourceCurrencyCode>` +
        `<cbc:TargetCurrencyCode>${target}</cbc:TargetCurrencyCode>` +
        '<cbc:CalculationRate>4.72</cbc:CalculationRate></cac:TaxExchangeRate><cac:TaxTotal>',
    ],
  ])
const taxedIn = (currency: string): p.Play =>
  p.unsigned([
    [
      '</cbc:DocumentCurrencyCode>',
      `</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>${currency}</cbc:TaxCurrencyCode>`,
    ],
  ])

const CURRENCY: Record<string, CodeExample> = {
  DC501: { passes: taxedIn('MYR'), fails: taxedIn('USD') },
  DC502: {
    passes: p.unsigned(),
    fails: p.unsigned([['<cbc:PayableAmount currencyID="MYR">', '<cbc:PayableAmount currencyID="USD">']]),
  },
  DC511: { passes: foreign('USD', 'MYR'), fails: foreign('USD', 'SGD') },
  DC512: { passes: foreign('USD', 'MYR'), fails: foreign('SGD', 'MYR') },
}

const spoilt = (from: string | RegExp, to: string): CodeExample => ({
  passes: p.signed(),
  fails: p.signed([[from, to]]),
})
const BETWEEN = (from_h: number, to_h: number) => ({
  not_before: new Date(Date.now() + from_h * HOUR_MS).toISOString(),
  not_after: new Date(Date.now() + to_h * HOUR_MS).toISOString(),
})

const SIGNATURE: Record<string, CodeExample> = {
  DS300: spoilt('xades</ExtensionURI>', 'xadex</ExtensionURI>'),
  DS301: spoilt(/<UBLExtensions.*<\/UBLExtensions>/, ''),
  DS302: spoilt(/(<ds:Signature .*<\/ds:Signature>)/, '$1$1'),
  DS303: spoilt(/<xades:SigningTime>[^<]*/, '<xades:SigningTime>'),
  DS304: { passes: p.signed(), fails: p.signed([], { signed_at: Date.now() - 48 * HOUR_MS }) },
  DS305: { passes: p.signedWith(BETWEEN(-1, 1)), fails: p.signedWith(BETWEEN(-3, -2)) },
  DS306: { passes: p.signedWith({}), fails: p.signedWith({ brn: '' }) },
  DS307: { passes: p.signedWith({}), fails: p.signedWith({ tin: '' }) },
  DS311: { passes: p.signedWith({}), fails: p.signedWith({ tin: SELAT.tin }) },
  DS312: { passes: p.signedWith({}), fails: p.signedWith({ brn: SELAT.id_value }) },
  DS313: spoilt(/(CertDigest>.{30,90}xmlenc#)sha256/, '$1sha512'),
  DS314: spoilt(/(URI="">.{30,80}xmlenc#)sha256/, '$1sha512'),
  DS315: spoilt(/(props">.{30,80}xmlenc#)sha256/, '$1sha512'),
  DS316: spoilt('rsa-sha256', 'rsa-sha512'),
  DS317: spoilt(/(CertDigest>.{30,90}<ds:DigestValue>)[^<]*/, '$1'),
  DS318: spoilt(/(CertDigest>.{30,90}<ds:DigestValue>).{4}/, '$1AAAA'),
  DS319: spoilt(/(props"><ds:DigestMethod [^>]*><ds:DigestValue>)[^<]*/, '$1'),
  DS320: spoilt(/(props"><ds:DigestMethod [^>]*><ds:DigestValue>).{4}/, '$1AAAA'),
  DS321: spoilt(/(URI=""><ds:DigestMethod [^>]*><ds:DigestValue>)[^<]*/, '$1'),
  DS322: spoilt('Laptop stand', 'Laptop stamd'),
  DS323: spoilt('xades</cbc:SignatureMethod>', 'xadex</cbc:SignatureMethod>'),
  DS324: spoilt(/<ds:X509IssuerName>[^<]*/, '<ds:X509IssuerName>'),
  DS325: spoilt(/<ds:X509SerialNumber>\d*/, '<ds:X509SerialNumber>'),
  DS326: spoilt('CN=Trial', 'CN=trial'),
  DS327: spoilt(/(<ds:X509SerialNumber>)\d/, '$1a'),
  DS328: spoilt(/(<ds:X509SerialNumber>)\d/, '$10'),
  DS329: { passes: p.signed(), fails: p.signedByStranger },
  DS332: spoilt(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
  DS333: spoilt(/(<ds:SignatureValue>)(.{4})/, '$1AAAA'),
  DS334: spoilt(/<ds:X509Certificate>[^<]{8}/, '<ds:X509Certificate>AAAAAAAA'),
  DS336: spoilt(/Z<\/xades:SigningTime>/, '</xades:SigningTime>'),
}

const found = p.read(p.FIND)
const VALIDATE = `?idType=BRN&idValue=${SELAT.id_value}`

const CALLS: Record<string, CodeExample> = {
  OperationPeriodOver: {
    passes: p.cancelled(p.later(71 * HOUR_MS)),
    fails: p.cancelled(p.later(73 * HOUR_MS)),
  },
  IncorrectState: { passes: p.cancelled(), fails: p.cancelled(p.afterCancelling) },
  ActiveReferencingDocuments: { passes: p.cancelled(), fails: p.cancelled(p.afterNote) },
  'Forbidden:state': { passes: p.cancelled(), fails: p.cancelled(p.bySelat) },
  BadArgument: {
    passes: p.read(`/taxpayer/validate/${SELAT.tin}${VALIDATE}`),
    fails: p.read(`/taxpayer/validate/nonsense${VALIDATE}`),
  },
  Unauthorized: { passes: found, fails: p.read(p.FIND, { token: 'no token' }) },
  'Forbidden:call': { passes: found, fails: p.troubled('403') },
  NotFound: { passes: found, fails: p.read('/documents/F9D425P6DS7D8J00Q2K1ABCD12/details') },
  TooManyRequests: { passes: found, fails: p.troubled('429') },
  InternalServerError: { passes: found, fails: p.troubled('500') },
  ServiceUnavailable: { passes: found, fails: p.troubled('503') },
}

/** What only LHDN can know, played: by the key of codes/src/error-codes.json. */
export const CODE_EXAMPLES: Record<string, CodeExample> = {
  ...SUBMISSION,
  ...DOCUMENT,
  ...CURRENCY,
  ...SIGNATURE,
  ...CALLS,
}
