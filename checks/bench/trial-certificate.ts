import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import { DAY_MS } from '#domain/time/units.ts'

const YEAR_MS = 365 * DAY_MS

/** A self-signed RSA-2048 certificate with its key, made for one run. */
export const makeTrialCertificate = (): { certificate_pem: string; private_key_pem: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '7a8999a2b3bed00c265b605175624cc5'
  certificate.validity.notBefore = new Date()
  certificate.validity.notAfter = new Date(Date.now() + YEAR_MS)
  const name = [
    { shortName: 'C', value: 'MY' },
    { shortName: 'O', value: 'Kinabalu Trading Sdn Bhd' },
    { shortName: 'CN', value: 'Kinabalu Trading Sdn Bhd' },
  ]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  return { certificate_pem: forge.pki.certificateToPem(certificate), private_key_pem: privateKey }
}
