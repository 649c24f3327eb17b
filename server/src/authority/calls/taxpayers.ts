import { z } from 'zod'
import { GUID } from '#domain/text/guid.ts'
import type { CallName } from '../wire/calls.ts'
import type { Credentials } from '../wire/credentials.ts'
import type { Asked } from '../words/answers.ts'
import { readJson, word } from '../words/reading.ts'
import { readReasons } from '../words/reasons.ts'

export type Ask = <T>(c: Credentials, call: CallName, path: string, schema: z.ZodType<T>) => Promise<Asked<T>>

export type TinQuestion = { tin: string; id_type: string; id_value: string }

/** Several taxpayers fit: the authority says so instead of naming one. */
export type FoundTin = { kind: 'found'; tin: string } | { kind: 'inconclusive'; message: string }

/** A taxpayer as their own QR code states it; `state` and `country` are names, not codes. */
export type QrTaxpayer = z.output<typeof qrSchema>

/** What the authority's register knows of taxpayers (MyInvois API v1.0, "Taxpayer" calls). */
export type TaxpayerCalls = {
  /** `absent`: no taxpayer has this TIN with this number. `refused`: the question itself is malformed. */
  validateTin(credentials: Credentials, asked: TinQuestion): Promise<Asked<'matches'>>
  /** By name, by number, or by both. `absent`: nobody fits. */
  searchTin(
    credentials: Credentials,
    wanted: { name?: string; id_type?: string; id_value?: string },
  ): Promise<Asked<FoundTin>>
  /** `scanned` is the text of the taxpayer's QR code, or the id it holds. `absent`: it is nobody's. */
  taxpayerFromQr(credentials: Credentials, scanned: string): Promise<Asked<QrTaxpayer>>
}

export const taxpayerCalls = (ask: Ask): TaxpayerCalls => ({
  validateTin: async (c, { tin, id_type, id_value }) => {
    const query = new URLSearchParams({ idType: id_type, idValue: id_value })
    const path = `/taxpayer/validate/${encodeURIComponent(tin)}?${query}`
    const answer = await ask(c, 'validate', path, z.unknown())
    if (answer.kind !== 'answered') return answer
    const { correlation_id, text } = answer
    if (isMatch(text)) return { ...answer, value: 'matches' }
    return { kind: 'unclear', why: 'The answer could not be read.', correlation_id, text }
  },
  searchTin: async (c, { name, id_type, id_value }) => {
    const query = new URLSearchParams({
      ...(id_type && id_value && { idType: id_type, idValue: id_value }),
      ...(name && { taxpayerName: name }),
    })
    const answer = await ask(c, 'search-tin', `/taxpayer/search/tin?${query}`, foundSchema)
    const message = answer.kind === 'refused' ? readJson(answer.text) : undefined
    if (answer.kind !== 'refused' || typeof message !== 'string') return answer
    const { correlation_id, text } = answer
    return { kind: 'answered', value: { kind: 'inconclusive', message }, correlation_id, text }
  },
  taxpayerFromQr: async (c, scanned) => {
    const id = idOf(scanned)
    if (id === undefined) return { kind: 'absent' }
    return ask(c, 'qr', `/taxpayers/qrcodeinfo/${id}`, qrSchema)
  },
})

const MATCH_LENGTH_MAX = 300

/**
 * The match is an empty 200, whatever its content type; a few words of JSON beside it do no harm. A page of some proxy,
 * half an answer, an error or a no must not pass for a match.
 */
const isMatch = (text: string): boolean => {
  if (text.trim() === '') return true
  const json = text.length <= MATCH_LENGTH_MAX ? readJson(text) : undefined
  if (json === true) return true
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false
  return readReasons(json).length === 0 && !Object.values(json).includes(false)
}

const foundSchema = z
  .object({ tin: z.string().min(1) })
  .transform(({ tin }): FoundTin => ({ kind: 'found', tin }))

/** The code holds its id in base64; anything else is no code of a taxpayer. */
const idOf = (scanned: string): string | undefined => {
  const text = scanned.trim()
  return [text, Buffer.from(text.slice(0, 200), 'base64').toString('utf8')].find((one) => GUID.test(one))
}

const qrSchema = z
  .object({
    tin: z.string().min(1),
    name: z.string(),
    idtype: word,
    idnumber: word,
    sst: word,
    ttx: word,
    email: word,
    contactnumber: word,
    msic: word,
    businessactivitydescriptionen: word,
    addressline0: word,
    addressline1: word,
    addressline2: word,
    postalzone: word,
    city: word,
    state: word,
    country: word,
  })
  .transform((raw) => ({
    tin_no: raw.tin,
    name: raw.name,
    identity_type: raw.idtype,
    identity_number: raw.idnumber,
    sst_no: raw.sst,
    ttx_no: raw.ttx,
    // Several addresses may stand there, joined by semicolons.
    email: raw.email.split(';', 1)[0] ?? '',
    contact_number: raw.contactnumber,
    msic_code: raw.msic,
    business_description: raw.businessactivitydescriptionen,
    address1: raw.addressline0,
    address2: raw.addressline1,
    address3: raw.addressline2,
    zipcode: raw.postalzone,
    city: raw.city,
    state: raw.state,
    country: raw.country,
  }))
