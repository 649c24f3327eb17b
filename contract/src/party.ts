import { z } from 'zod'
import { PARTY_FIELDS } from '#domain/documents/document.ts'

const text = z.string()

/** The fields of a party wherever one is answered: entity, customer, snapshot on a document. */
export const partyFields = Object.fromEntries(PARTY_FIELDS.map((field) => [field, text])) as Record<
  // Object.fromEntries forgets the keys; PARTY_FIELDS holds each of them once.
  (typeof PARTY_FIELDS)[number],
  typeof text
>

/** The names of a party's state and country, for people. */
export const namesOfCodes = { state_display: text, country_display: text }

/** A party with the names of its codes. */
export const printedPartyFields = { ...partyFields, ...namesOfCodes }
