import type { Party } from '../documents/document.ts'
import { isBlank } from '../text/characters.ts'
import { withLastZero, withNewPrefix, withoutLeadingZeros } from './tin.ts'

/** One thing that was written otherwise than it came: which field, what it was, what it is, and why. */
export type Change = { field: string; from: string; to: string; why: string }

export const IDENTITY_FIELDS = ['tin_no', 'identity_type', 'identity_number', 'contact_number'] as const
type IdentityField = (typeof IDENTITY_FIELDS)[number]
export type Identity = Pick<Party, IdentityField>

/** Writes a text in another way, and says so where it does. */
type Step = { why: string; write: (text: string) => string }

/** Zero-width characters, BOM, soft hyphens, marks of direction; `\u2800` is a blank that is none. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu
const BLANKS = /\s+/gu
const DASHES = /[\p{Pd}\u2212]/gu
const NEW_BRN = /^\d{12}$/
const PHONE = /^\+?\d+$/

const withoutBlanks = (text: string) => text.replace(BLANKS, '')
const withoutHyphens = (text: string) => text.replace(DASHES, '')

/** The type, and the number, of a party that has none: LHDN gets no other (ubl/party.ts). */
const NONE = 'NA'
/** What people write where there is no number. */
const NONE_WORDS = new Set(['N/A', 'N.A', 'N.A.', 'NIL', 'NONE', 'TIADA', 'NOT APPLICABLE'])
const saysNone = (text: string) => {
  const word = text.trim().toUpperCase()
  return NONE_WORDS.has(word) || (word !== '' && !/[\p{L}\p{N}]/u.test(word))
}

const seen: Step = { why: 'invisible characters removed', write: (text) => text.replace(INVISIBLE, '') }
const trimmed: Step = { why: 'blanks removed', write: (text) => text.trim() }
const joined: Step = { why: 'blanks removed', write: withoutBlanks }
const unhyphenated: Step = { why: 'hyphens removed', write: withoutHyphens }
const upper: Step = { why: 'in capital letters', write: (text) => text.toUpperCase() }

/** Only where the whole becomes what it should be: other texts may hold blanks and hyphens of their own. */
const whereFits = ({ why, write }: Step, fits: RegExp): Step => ({
  why,
  write: (text) => (fits.test(withoutBlanks(withoutHyphens(text))) ? write(text) : text),
})

/** A text that is looked for among identity numbers: twelve digits are kept without the blanks and hyphens of paper. */
export const identityAsKept = (text: string): string => {
  const bare = withoutBlanks(withoutHyphens(text))
  return NEW_BRN.test(bare) ? bare : text
}

const none: Step = { why: 'LHDN’s word for no number', write: (text) => (saysNone(text) ? NONE : text) }

const TIN: readonly Step[] = [
  ...[seen, joined, unhyphenated, upper],
  { why: 'the prefix is IG today', write: withNewPrefix },
  { why: 'zeros after the prefix removed', write: withoutLeadingZeros },
  { why: 'such TINs end in 0', write: withLastZero },
]
const PERSONAL: readonly Step[] = [seen, none, joined, unhyphenated, upper]
/** Old and foreign registrations hold blanks and hyphens (`123456-A`, `HRB 123456 B`); the 12 digits of today none. */
const REGISTRATION: readonly Step[] = [
  ...[seen, none, trimmed, whereFits(joined, NEW_BRN), whereFits(unhyphenated, NEW_BRN)],
  { why: 'plain blanks and hyphens', write: (text) => text.replace(BLANKS, ' ').replace(DASHES, '-') },
  upper,
]
const TELEPHONE: readonly Step[] = [
  ...[seen, trimmed, whereFits(joined, PHONE), whereFits(unhyphenated, PHONE)],
]
const NO_NUMBER: readonly Step[] = [{ why: 'the type NA has no number', write: () => NONE }]

/** How the number of each type is written; of all others as a registration. */
const NUMBERS: ReadonlyMap<string, readonly Step[]> = new Map([
  ...['NRIC', 'PASSPORT', 'ARMY'].map((type) => [type, PERSONAL] as const),
  [NONE, NO_NUMBER],
])

/**
 * A party with TIN, identity and telephone number written as the authority takes them, and every change told. Only
 * what cannot be meant otherwise is changed; normalising twice is the same as once.
 */
export const normaliseIdentity = <P extends Identity>(party: P): { party: P; changes: Change[] } => {
  const changes: Change[] = []
  const write = (field: IdentityField, steps: readonly Step[]): string => {
    const { text, whys } = take(party[field], steps)
    if (text !== party[field])
      changes.push({ field, from: party[field], to: text, why: [...new Set(whys)].join(', ') })
    return text
  }
  const tin_no = write('tin_no', TIN)
  const identity_type = write('identity_type', [seen, trimmed, upper])
  // Where none was given nothing is written otherwise.
  const identity_number =
    identity_type === NONE && isBlank(party.identity_number)
      ? NONE
      : write('identity_number', NUMBERS.get(identity_type) ?? REGISTRATION)
  const contact_number = write('contact_number', TELEPHONE)
  return { party: { ...party, tin_no, identity_type, identity_number, contact_number }, changes }
}

const take = (given: string, steps: readonly Step[]): { text: string; whys: string[] } => {
  let text = given
  const whys: string[] = []
  for (const { why, write } of steps) {
    const written = write(text)
    if (written !== text) whys.push(why)
    text = written
  }
  return { text, whys }
}
