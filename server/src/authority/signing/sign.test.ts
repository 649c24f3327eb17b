import { createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInvoice, unsignedText } from '#domain/ubl/invoice.ts'
import { buildDocument } from '../../../../domain/test/build.ts'
import { ISSUED_AT, readFixtures } from '../../../../domain/test/fixtures.ts'
import { startTrialAuthority, type TrialCertificate } from '../../../test/trial-authority.ts'
import { createSigner, type Signer, signInvoice } from './sign.ts'

const KINABALU = { tin: 'C2584563200', brn: '201901234567', name: 'Kinabalu Trading, Sdn & Bhd' }
const SIGNED_AT = new Date('2026-11-20T06:05:10.999Z')

let authority: Awaited<ReturnType<typeof startTrialAuthority>>
let issued: TrialCertificate
let signer: Signer
beforeAll(async () => {
  authority = await startTrialAuthority()
  issued = await authority.issue(KINABALU)
  signer = createSigner(issued)
})
afterAll(() => authority.close())

const build = (document = buildDocument()) => buildInvoice(document, { version: '1.1', issued_at: ISSUED_AT })
const signedText = async () => (await signInvoice(signer, build(), SIGNED_AT)).xml.toString()
const codesOf = async (text: string) => {
  const findings = await authority.verify(Buffer.from(text))
  return [...new Set(findings.map((finding) => finding.code))].sort()
}

describe.each(readFixtures())('$name', ({ document }) => {
  test('is accepted by the simulator once it is signed', async () => {
    const { xml } = await signInvoice(signer, build(document), SIGNED_AT)
    expect(await authority.verify(xml)).toEqual([])
  })
})

describe('the examiner notices', () => {
  test('a changed document', async () => {
    expect(await codesOf((await signedText()).replace('Selat Foods', 'Selat Fodos'))).toEqual([
      'DS322',
      'DS333',
    ])
  })

  test('a changed signing time', async () => {
    expect(
      await codesOf((await signedText()).replace('2026-11-20T06:05:10Z', '2026-11-20T06:05:11Z')),
    ).toEqual(['DS320'])
  })

  test('a document that was not signed', async () => {
    expect(await codesOf(unsignedText(build()))).toEqual(['DS301'])
  })
})

test('a serial number of 160 bits, the longest there is, stands there in decimal', async () => {
  const serial = BigInt(`0x${new X509Certificate(issued.certificate_pem).serialNumber}`).toString()
  expect(serial).toHaveLength(48)
  expect(await signedText()).toContain(`<ds:X509SerialNumber>${serial}</ds:X509SerialNumber>`)
})

test('the hash is that of the exact bytes to submit', async () => {
  const { xml, document_hash } = await signInvoice(signer, build(), SIGNED_AT)
  expect(document_hash).toBe(createHash('sha256').update(xml).digest('hex'))
})

test('the signature value is RSA over the unsigned document, not over SignedInfo', async () => {
  const xml = await signedText()
  const value = /<ds:SignatureValue>([^<]+)</.exec(xml)?.[1] ?? ''
  const key = new X509Certificate(issued.certificate_pem).publicKey
  expect(verify('sha256', Buffer.from(unsignedText(build())), key, Buffer.from(value, 'base64'))).toBe(true)
})

test('without the extension and the pointer the signed document is the unsigned one', async () => {
  const xml = await signedText()
  const stripped = xml
    .replace(/<UBLExtensions.*<\/UBLExtensions>/s, '')
    .replace(/<cac:Signature>.*<\/cac:Signature>/s, '')
  expect(stripped).toBe(unsignedText(build()))
  expect(xml).toMatch(/^<Invoice [^>]*><UBLExtensions /)
  expect(xml).toContain('</cac:Signature><cac:AccountingSupplierParty>')
})

test('the signer knows whose certificate it is and how long it holds', () => {
  const x509 = new X509Certificate(issued.certificate_pem)
  expect(signer.subject).toEqual({ name: KINABALU.name, tin: KINABALU.tin, brn: KINABALU.brn })
  expect(signer.not_before).toEqual(new Date(x509.validFrom))
  expect(signer.not_after).toEqual(new Date(x509.validTo))
})

describe('a signer is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const pem = (key: typeof rsa) => String(key.export({ type: 'pkcs8', format: 'pem' }))

  test.each([
    ['of another certificate', pem(rsa), 'does not belong to the certificate'],
    ['that is not RSA', pem(elliptic), 'not an RSA key'],
    ['that is no key at all', 'no key', 'The private key cannot be read'],
  ])('with a key %s', (_, private_key_pem, message) => {
    const { certificate_pem } = issued
    expect(() => createSigner({ certificate_pem, private_key_pem })).toThrow(message)
  })

  test('with a certificate that cannot be read', () => {
    const { private_key_pem } = issued
    expect(() => createSigner({ certificate_pem: 'nothing', private_key_pem })).toThrow(
      'The certificate cannot be read',
    )
  })
})
