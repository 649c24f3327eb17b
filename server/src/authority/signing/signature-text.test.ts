import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printName } from './distinguished-name.ts'
import { signedProperties } from './signature-text.ts'

/** The authority's published samples, as the simulator is held against them too. */
const SAMPLES = join(import.meta.dirname, '../../../../simulator/test/samples')

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/** Values printed in the authority's own sample "1.1 Invoice", and the digest which it states for them. */
const OFFICIAL = {
  certificate_digest: 'KKBSTyiPKGkGl1AFqcPziKCEIDYGtnYUTQN4ukO7G40=',
  issuer_name: 'CN=Trial LHDNM Sub CA V1, OU=Terms of use at http://www.posdigicert.com.my, O=LHDNM, C=MY',
  serial_number: '162880276254639189035871514749820882117',
}

test('the hashed text gives the digest that the official sample states', () => {
  const { hashed } = signedProperties(OFFICIAL, new Date('2024-07-23T16:31:06Z'))
  expect(Buffer.byteLength(hashed)).toBe(948)
  expect(digest(hashed)).toBe('Tc9oNX8EuNQohWVDZeaPOHmeBU5tuwVdwIRyfltnTPw=')
})

test('the printed text is the hashed one without the repeated declarations', () => {
  const { printed, hashed } = signedProperties(OFFICIAL, new Date())
  expect(printed).toBe(hashed.replaceAll(/ xmlns:\w+="[^"]*"/g, ''))
})

type Vector = {
  format: string
  propsDigest: string
  certDigest: string
  signingTime: string
  issuerName: string
  serial: string
}

describe('the official signed samples', () => {
  // `as`: a file of facts beside the samples; a wrong shape fails the comparisons.
  const vectors = Object.entries(
    JSON.parse(readFileSync(join(SAMPLES, 'VECTORS.json'), 'utf8')) as Record<string, Vector>,
  )

  test.each(vectors.filter(([, vector]) => vector.format === 'XML'))(
    '%s: digest of the signed properties',
    (_, vector) => {
      const { certDigest: certificate_digest, issuerName: issuer_name, serial: serial_number } = vector
      const { hashed } = signedProperties(
        { certificate_digest, issuer_name, serial_number },
        new Date(vector.signingTime),
      )
      expect(digest(hashed)).toBe(vector.propsDigest)
    },
  )

  test.each(vectors)('%s: issuer name, serial number and digest of the certificate', (file, vector) => {
    const text = readFileSync(join(SAMPLES, file), 'utf8')
    const base64 = /X509Certificate(?:>|"\s*:\s*\[\s*\{\s*"_"\s*:\s*")([A-Za-z0-9+/=]+)/.exec(text)?.[1] ?? ''
    const x509 = new X509Certificate(Buffer.from(base64, 'base64'))
    expect(printName(x509.issuer)).toBe(vector.issuerName)
    expect(BigInt(`0x${x509.serialNumber}`).toString()).toBe(vector.serial)
    expect(createHash('sha256').update(x509.raw).digest('base64')).toBe(vector.certDigest)
  })
})
