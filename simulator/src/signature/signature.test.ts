import { describe, expect, test } from 'vitest'
import { buildXml, KINABALU, SELAT, signXml } from '../../test/build.ts'
import { buildJson, signJson } from '../../test/build-json.ts'
import { newAuthority } from '../../test/signer.ts'
import { readJson } from '../reading/read-json.ts'
import { readXml } from '../reading/read-xml.ts'
import type { Taxpayer } from '../world/records.ts'
import { checkSigner } from './signer.ts'
import { checkSignature } from './verify.ts'

const { keys, issue } = newAuthority()
const signer = issue()
const other = issue()

const codes = (document: string): string[] => {
  const read = document.startsWith('<') ? readXml : readJson
  return checkSignature(read(Buffer.from(document))).map((finding) => finding.code)
}

describe('a genuine signature', () => {
  test('XML has no finding, with empty elements closed at once or spelled out', () => {
    expect(codes(signXml(buildXml(), signer))).toEqual([])
    expect(codes(signXml(buildXml(), signer, { spelled_out: true }))).toEqual([])
  })

  test('the reference to the signed properties may have an id, which is no part of any digest', () => {
    const signed = signXml(buildXml(), signer)
    const named = signed.replace('<ds:Reference Type', '<ds:Reference Id="id-xades-ref" Type')
    expect(named).not.toBe(signed)
    expect(codes(named)).toEqual([])
    expect(codes(named.replace('id-xades-ref', 'id xades ref'))).toEqual(['DS300'])
  })

  test('the name of the subject beside the certificate is not compared', () => {
    const signed = signJson(buildJson(), signer)
    const subject = '"X509SubjectName":[{"_":"CN=Somebody, C=MY"}]'
    const named = signed.replace('"X509Data":[{', `"X509Data":[{${subject},`)
    expect(named).not.toBe(signed)
    expect(codes(named)).toEqual([])
  })

  test('JSON has no finding, minified or indented', () => {
    const signed = signJson(buildJson(), signer)
    expect(codes(signed)).toEqual([])
    expect(codes(signed.replaceAll(',"', ',\n "'))).toEqual([])
  })
})

describe('each part that is changed has its code', () => {
  const signed = signXml(buildXml({ lines: 2 }), signer)
  const change = (from: string | RegExp, to: string): string => {
    const changed = signed.replace(from, to)
    expect(changed).not.toBe(signed)
    return changed
  }
  const certificate = /<ds:X509Certificate>([^<]*)</.exec(signed)?.[1] ?? ''
  const otherCertificate = /<ds:X509Certificate>([^<]*)</.exec(signXml(buildXml(), other))?.[1] ?? ''

  test.each<[string, string | RegExp, string, string[]]>([
    ['content', 'Laptop stand', 'Laptop stamd', ['DS322', 'DS333']],
    ['version text', 'listVersionID="1.1"', 'listVersionID="1.3"', ['DS322', 'DS333']],
    ['signing time', /(<xades:SigningTime>)20/, '$121', ['DS320']],
    ['signing time format', /Z<\/xades:SigningTime>/, '</xades:SigningTime>', ['DS320', 'DS336']],
    ['signing time gone', /<xades:SigningTime>[^<]*/, '<xades:SigningTime>', ['DS320', 'DS303']],
    ['issuer name', 'CN=Trial', 'CN=trial', ['DS320', 'DS326']],
    ['issuer name gone', /<ds:X509IssuerName>[^<]*/, '<ds:X509IssuerName>', ['DS320', 'DS324']],
    ['serial', /(<ds:X509SerialNumber>)\d/, '$19', ['DS320', 'DS328']],
    ['serial in hex', /(<ds:X509SerialNumber>)\d/, '$1a', ['DS320', 'DS327']],
    ['serial gone', /<ds:X509SerialNumber>\d*/, '<ds:X509SerialNumber>', ['DS320', 'DS325']],
    ['id of the properties', 'Id="id-xades-signed-props"', 'Id="id-xades-signed-prop"', ['DS300', 'DS320']],
    ['signature value', /(<ds:SignatureValue>)(.{4})/, '$1AAAA', ['DS333']],
    ['signature value gone', /<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>', ['DS332']],
    ['document digest', /(URI=""><ds:DigestMethod [^>]*><ds:DigestValue>)../, '$1AA', ['DS322']],
    ['document digest gone', /(URI=""><ds:DigestMethod [^>]*><ds:DigestValue>)[^<]*/, '$1', ['DS321']],
    ['properties digest', /(props"><ds:DigestMethod [^>]*><ds:DigestValue>)../, '$1AA', ['DS320']],
    ['properties digest gone', /(props"><ds:DigestMethod [^>]*><ds:DigestValue>)[^<]*/, '$1', ['DS319']],
    ['certificate digest', /(CertDigest>.{30,90}<ds:DigestValue>)../, '$1AA', ['DS320', 'DS318']],
    ['certificate digest gone', /(CertDigest>.{30,90}<ds:DigestValue>)[^<]*/, '$1', ['DS320', 'DS317']],
    ['document digest method', /(URI="">.{30,80}xmlenc#)sha256/, '$1sha512', ['DS314']],
    ['properties digest method', /(props">.{30,80}xmlenc#)sha256/, '$1sha512', ['DS315']],
    ['certificate digest method', /(CertDigest>.{30,80}xmlenc#)sha256/, '$1sha512', ['DS320', 'DS313']],
    ['signature method', 'rsa-sha256', 'rsa-sha512', ['DS316']],
    ['pointer method', 'xades</cbc:SignatureMethod>', 'xadex</cbc:SignatureMethod>', ['DS323']],
    ['extension address', 'xades</ExtensionURI>', 'xadex</ExtensionURI>', ['DS300']],
    ['name in the extension', /ds:KeyInfo/g, 'ds:KeyInfa', ['DS300', 'DS318', 'DS334', 'DS333']],
    ['no signature at all', /<UBLExtensions.*<\/UBLExtensions>/, '', ['DS301']],
    ['two signatures', /(<ds:Signature .*<\/ds:Signature>)/, '$1$1', ['DS302']],
  ])('%s', (_, from, to, expected) => {
    expect(codes(change(from, to)).toSorted()).toEqual(expected.toSorted())
  })

  test('another certificate in its place', () => {
    expect(codes(change(certificate, otherCertificate))).toEqual(['DS318', 'DS328', 'DS333'])
  })

  test('one character of the certificate, wherever it stands', () => {
    for (let at = 3; at < certificate.length; at += 97) {
      const letter = certificate[at] === 'A' ? 'B' : 'A'
      const broken = `${certificate.slice(0, at)}${letter}${certificate.slice(at + 1)}`
      expect(codes(change(certificate, broken))).toContain('DS318')
    }
  })

  test('a base64 text that is written in another way is not accepted as the same', () => {
    const padded = signed.replace(
      /(<ds:SignatureValue>[^<]*)(.)==</,
      (_, start, last) => `${start}${after(last)}==<`,
    )
    expect(padded).not.toBe(signed)
    expect(codes(padded)).toEqual(['DS333'])
  })

  const after = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 1)
})

test('JSON: changed content, properties and signature have their codes', () => {
  const signed = signJson(buildJson(), signer)
  expect(codes(signed.replace('Laptop', 'laptop'))).toEqual(['DS322', 'DS333'])
  expect(codes(signed.replace('106.00', '106.0'))).toEqual(['DS322', 'DS333'])
  expect(codes(signed.replace('"SigningTime":[{"_":"20', '"SigningTime":[{"_":"21'))).toEqual(['DS320'])
  expect(codes(signed.replace('QualifyingProperties', 'XadesQualifyingProperties'))).toContain('DS300')
  expect(codes(signed.replace(/("SignatureValue":\[\{"_":")..../, '$1AAAA'))).toEqual(['DS333'])
})

describe('who signed', () => {
  const kinabalu: Taxpayer = {
    ...KINABALU,
    client_id: '',
    client_secret: '',
    client_secret_2: '',
    qr_code: '',
    represents: [],
  }
  const HOUR_MS = 3_600_000
  const now = Date.now()
  const signerCodes = (
    signedBy: ReturnType<typeof issue>,
    more: { submitter?: Taxpayer; signed_at?: number } = {},
  ) => {
    const document = signXml(buildXml(), signedBy, { signed_at: more.signed_at ?? now })
    return checkSigner(readXml(Buffer.from(document)), {
      submitter: more.submitter ?? kinabalu,
      ca_certificate_pem: keys.ca_certificate_pem,
      now,
    }).map((finding) => finding.code)
  }

  test('the taxpayer himself with a certificate of the trial CA has no finding', () => {
    expect(signerCodes(signer)).toEqual([])
  })

  test('a certificate of somebody else is DS311 and DS312', () => {
    expect(signerCodes(issue({ tin: SELAT.tin, brn: SELAT.id_value })).toSorted()).toEqual(['DS311', 'DS312'])
  })

  test('a subject without TIN and number is DS306 and DS307', () => {
    expect(signerCodes(issue({ tin: '', brn: '' })).toSorted()).toEqual(['DS306', 'DS307'])
  })

  test('signing before the certificate began is DS304', () => {
    expect(signerCodes(signer, { signed_at: now - 48 * HOUR_MS })).toEqual(['DS304'])
  })

  test('a certificate that expired since is DS305', () => {
    const expired = issue({ not_before: now - 48 * HOUR_MS, not_after: now - HOUR_MS })
    expect(signerCodes(expired, { signed_at: now - 2 * HOUR_MS })).toEqual(['DS305'])
  })

  test('a certificate of another authority is DS329', () => {
    expect(signerCodes(newAuthority().issue())).toEqual(['DS329'])
  })
})
