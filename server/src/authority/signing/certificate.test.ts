import { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTrialAuthority, type TrialCertificate } from '../../../test/trial-authority.ts'
import { readPkcs12 } from './certificate.ts'
import { readPkcs12Apart } from './read-apart.ts'

const PASSWORD = 'geheim-wort'
let authority: Awaited<ReturnType<typeof startTrialAuthority>>
let kinabalu: TrialCertificate
let selat: TrialCertificate
beforeAll(async () => {
  authority = await startTrialAuthority()
  kinabalu = await authority.issue({
    tin: 'C2584563200',
    brn: '201901234567',
    name: 'Kinabalu Trading Sdn Bhd',
  })
  selat = await authority.issue({ tin: 'C1122334450', brn: '202001009876', name: 'Selat Foods Sdn Bhd' })
})
afterAll(() => authority.close())

type Contents = { key?: string; certificates?: string[] }
const pack = ({ key, certificates }: Contents) => {
  const chain = certificates?.map((pem) => forge.pki.certificateFromPem(pem)) ?? null
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    key ? forge.pki.privateKeyFromPem(key) : null,
    // `as`: for null the library writes no certificate bag, which its types do not say.
    chain as forge.pki.Certificate[],
    PASSWORD,
  )
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary')
}

test('a file of the authority opens: certificate, key, and whose it is', () => {
  const answer = readPkcs12(Buffer.from(kinabalu.pkcs12_base64, 'base64'), kinabalu.password)
  if (!answer.ok) throw new Error(answer.why)
  const { certificate } = answer
  const expected = new X509Certificate(kinabalu.certificate_pem)
  expect(certificate).toMatchObject({ tin: 'C2584563200', brn: '201901234567' })
  expect(certificate.subject).toContain('CN=Kinabalu Trading Sdn Bhd')
  expect(certificate.issuer).toMatch(/^[A-Z]+=.+, C=MY$|^C=MY, .+/)
  expect(certificate.not_before).toEqual(new Date(expected.validFrom))
  expect(certificate.not_after).toEqual(new Date(expected.validTo))
  expect(new X509Certificate(certificate.certificate_pem).fingerprint256).toBe(expected.fingerprint256)
})

test('a chain beside the certificate does not confuse it', () => {
  const { certificate_pem, private_key_pem } = kinabalu
  const answer = readPkcs12(
    pack({ key: private_key_pem, certificates: [selat.certificate_pem, certificate_pem] }),
    PASSWORD,
  )
  expect(answer).toMatchObject({ ok: true, certificate: { tin: 'C2584563200' } })
})

describe('a sentence says what is wrong', () => {
  const whyOf = (bytes: Uint8Array, password = PASSWORD) => {
    const answer = readPkcs12(bytes, password)
    return answer.ok ? 'nothing' : answer.why
  }
  const whole = () => pack({ key: kinabalu.private_key_pem, certificates: [kinabalu.certificate_pem] })

  test.each(['wrong', ''])('with the password %j', (password) => {
    expect(whyOf(whole(), password)).toBe('The password does not open this file.')
  })

  test('with a file that is something else, cut off, empty or too large', () => {
    for (const bytes of [
      Buffer.from(kinabalu.certificate_pem),
      whole().subarray(0, 500),
      Buffer.alloc(0),
      Buffer.concat([whole(), Buffer.alloc(100_000)]),
    ]) {
      expect(whyOf(bytes)).toBe('This file cannot be read as PKCS#12 (.p12 or .pfx).')
    }
  })

  test('with no key', () => {
    expect(whyOf(pack({ certificates: [kinabalu.certificate_pem] }))).toContain('no RSA private key')
  })

  test('with no certificate', () => {
    expect(whyOf(pack({ key: kinabalu.private_key_pem }))).toContain('no certificate')
  })

  test('with a certificate of another key', () => {
    const file = pack({ key: kinabalu.private_key_pem, certificates: [selat.certificate_pem] })
    expect(whyOf(file)).toBe('None of the certificates in the file belongs to its private key.')
  })

  test('with several keys', () => {
    expect(whyOf(withSecondKey(whole()))).toContain('several private keys')
  })
})

test('a file that says its password is to be hashed without end does not stop the server', async () => {
  const { certificate_pem, private_key_pem } = kinabalu
  const file = pack({ key: private_key_pem, certificates: [certificate_pem] })
  expect(await readPkcs12Apart({ bytes: file, password: PASSWORD })).toMatchObject({ ok: true })
  expect(await readPkcs12Apart({ bytes: hashedForEver(file), password: PASSWORD }, 1_000)).toEqual({
    ok: false,
    why: 'This file takes too long to open. Please export the certificate anew.',
  })
})

/** MacData ::= { mac, macSalt, iterations } (RFC 7292 §4). */
const hashedForEver = (file: Buffer) => {
  const { asn1 } = forge
  const pfx = asn1.fromDer(file.toString('binary'))
  const iterations = childrenOf(childrenOf(pfx)[2])[2]
  if (!iterations) throw new Error('Not a PKCS#12 file with a MAC')
  iterations.value = `\x01${'\0'.repeat(5)}`
  return Buffer.from(asn1.toDer(pfx).getBytes(), 'binary')
}

/** Repeats the contents of a file, as if two keys had been exported into it; drops the MAC, which is optional. */
const withSecondKey = (file: Buffer) => {
  const { asn1 } = forge
  const pfx = asn1.fromDer(file.toString('binary'))
  // PFX ::= { version, authSafe { contentType, [0] { OCTET STRING } }, macData } (RFC 7292 §4)
  const [version, safe] = childrenOf(pfx)
  const octets = childrenOf(childrenOf(safe)[1])[0]
  if (!version || !safe || typeof octets?.value !== 'string') throw new Error('Not a PKCS#12 file')
  const contents = asn1.fromDer(octets.value)
  contents.value = [...childrenOf(contents), ...childrenOf(contents)]
  octets.value = asn1.toDer(contents).getBytes()
  pfx.value = [version, safe]
  return Buffer.from(asn1.toDer(pfx).getBytes(), 'binary')
}

const childrenOf = (node: forge.asn1.Asn1 | undefined) => (Array.isArray(node?.value) ? node.value : [])
