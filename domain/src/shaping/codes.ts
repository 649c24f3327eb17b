import { ALPHA_2, COUNTRIES, type CodeList, DOCUMENT_TYPES, STATES, TAX_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import type { Party } from '../documents/document.ts'
import { isStated } from '../documents/stated.ts'

/** People and older systems send names where the authority wants codes ("Selangor", "Malaysia", "Not Applicable"). */
const byName = (list: CodeList, others: ReadonlyMap<string, string> = new Map()) => {
  const names = new Map(list.rows.map(({ code, description }) => [plain(description), code]))
  const codes = new Map(
    list.rows.flatMap(({ code }) => [code, others.get(code) ?? code].map((text) => [text, code] as const)),
  )
  // Signs are left out of names alone: "N/A" is no code of two letters.
  return (text: string): string => codes.get(text.trim().toUpperCase()) ?? names.get(plain(text)) ?? text
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const countryByName = byName(COUNTRIES, ALPHA_2)

/** Takes two letters too, and either code in small letters; but NA says that there is none, and is not Namibia. */
export const toCountry = (text: string): string => (isStated(text) ? countryByName(text) : text)
export const toDocumentType = byName(DOCUMENT_TYPES)
export const toTaxType = byName(TAX_TYPES)

const stateByName = byName(STATES)
const SHORT_STATES = { 'kuala lumpur': '14', labuan: '15', putrajaya: '16' }

/** "Kuala Lumpur" is listed as a federal territory; its short name is what people write. */
export const toState = (text: string): string => own(SHORT_STATES, text.toLowerCase()) ?? stateByName(text)

/** A party with the names of its state and country, for people; what is no code is its own name. */
export const named = <P extends Pick<Party, 'state' | 'country'>>(party: P) => ({
  ...party,
  state_display: STATES.describe(party.state) ?? party.state,
  country_display: COUNTRIES.describe(party.country) ?? party.country,
})
