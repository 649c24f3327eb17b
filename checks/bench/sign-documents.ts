import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { buildInvoice, unsignedText } from '#domain/ubl/invoice.ts'
import { createSigner, signInvoice } from '../../server/src/authority/signing/sign.ts'
import { measure } from './measure.ts'
import type { Row } from './report.ts'
import { makeTrialCertificate } from './trial-certificate.ts'
import { buildTwentyLines } from './twenty-lines.ts'

const GOAL = 0.6

/**
 * Build, sign and hash documents of 20 lines, against nothing but RSA-2048 over as many bytes, both in the thread pool.
 * The signature itself cannot be made faster, so the ratio says what our own work adds to it.
 */
export const benchSigning = async (rounds: number): Promise<Row> => {
  const signer = createSigner(makeTrialCertificate())
  const document = buildTwentyLines()
  const issued_at = new Date()
  const build = () => buildInvoice(document, { version: '1.1', issued_at })
  const body = Buffer.from(unsignedText(build()))
  const { ratio, subject_ms } = await measure({
    subject: () => signInvoice(signer, build(), issued_at),
    yardstick: () => signBytes('sha256', body, signer.key),
    rounds,
  })
  return {
    name: 'build + sign + hash against RSA-2048 alone',
    figure: `${Math.round(1000 / subject_ms)} documents/s`,
    ratio,
    goal: GOAL,
    floor: GOAL / 2,
  }
}

const signBytes = promisify<string, Buffer, KeyObject, Buffer>(sign)
