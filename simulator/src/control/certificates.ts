import { own } from '#codes/own.ts'
import { type Answer, badArgument, ok, type Request, readJsonObject } from '../calls/wire/answer.ts'
import { issueCertificate } from '../certificates/issue.ts'

const YEAR_MS = 365 * 86_400_000
const DAY_MS = 86_400_000
const TEXT_MAX = 200

/**
 * * `POST /_sim/certificates {tin, brn, name, not_before?, not_after?}`: a signing certificate of the trial
 * CA as PKCS#12 and PEM. Instants are ISO 8601; by default from yesterday for a year of the simulator's
 * clock.
 */
export const requestCertificate = ({ world, body }: Request): Answer => {
  const fields = readJsonObject(body) ?? {}
  const text = (name: string): string => {
    const value = own(fields, name)
    return typeof value === 'string' && value.length <= TEXT_MAX ? value.trim() : ''
  }
  for (const name of ['tin', 'brn', 'name']) {
    if (typeof own(fields, name) !== 'string') return badArgument(name, `${name} is required`)
  }
  const not_before = readInstant(fields.not_before) ?? world.now() - DAY_MS
  const not_after = readInstant(fields.not_after) ?? world.now() + YEAR_MS
  if (Number.isNaN(not_before) || Number.isNaN(not_after) || not_before >= not_after) {
    return badArgument('not_before', 'not_before and not_after must be ISO 8601 instants in that order')
  }
  if (!world.keys) throw new Error('The simulator has no certificate authority yet')
  const request = { tin: text('tin'), brn: text('brn'), name: text('name'), not_before, not_after }
  return ok(issueCertificate(world.keys, request))
}

const readInstant = (value: unknown): number | undefined => {
  if (value === undefined) return undefined
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}
