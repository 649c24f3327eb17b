import { z } from 'zod'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { asWritten, text } from './fields.ts'
import { quickObject } from './reading/quickly.ts'

const answered = z.string()

/** The fields of a party wherever one is answered: entity, customer, snapshot on a document. */
export const partyFields = Object.fromEntries(PARTY_FIELDS.map((field) => [field, answered])) as Record<
  // Object.fromEntries forgets the keys; PARTY_FIELDS holds each of them once.
  (typeof PARTY_FIELDS)[number],
  typeof answered
>

/** The names of a party's state and country, for people. */
export const namesOfCodes = { state_display: answered, country_display: answered }

/** A party with the names of its codes. */
export const printedPartyFields = { ...partyFields, ...namesOfCodes }

/** What was written of a party otherwise than it came (`normaliseIdentity`). */
export const identityChanges = z.array(
  z.object({ field: z.string(), from: z.string(), to: z.string(), why: z.string() }),
)

/** A party as people and programs send it. `state` and `country` may be codes or names. */
export const PartyWrite = quickObject(
  z.strictObject({
    id: z.union([z.string().max(60), z.number()]).nullish(),
    name: text(300),
    entity_code: text(60),
    // Tidied by `normaliseIdentity`, which tells what it changes: these come with more than the number has.
    tin_no: asWritten(60),
    identity_type: asWritten(20),
    identity_number: asWritten(60),
    sst_no: text(80),
    ttx_no: text(40),
    email: text(320),
    contact_number: asWritten(60),
    address1: text(300),
    address2: text(300),
    address3: text(300),
    zipcode: text(60),
    city: text(100),
    state: text(100),
    state_display: text(100),
    country: text(100),
    country_display: text(100),
    msic_code: text(10),
    business_description: text(500),
    image: z.string().max(500_000).nullish(),
  }),
)
