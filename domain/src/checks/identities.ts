import { GENERAL_TINS } from '#codes/lists.ts'
import { GENERAL_PUBLIC, isSelfBilled, isWithoutNumber, type Party } from '../documents/document.ts'
import { isNric, type LikelyType, likelierType, NO_NRIC } from '../identity/likely-type.ts'
import { isIndividualTin } from '../identity/tin.ts'
import { type Check, fine, found, must, PAIRS_IN_FORCE } from './check.ts'
import { both } from './sides.ts'

const FOREIGN_BUYER = 'EI00000000020'
const KINDS: Record<LikelyType, string> = {
  NRIC: 'an NRIC',
  BRN: 'a business registration number (BRN)',
  PASSPORT: 'a passport number',
}

/**
 * TIN and number belong together: reference "The UBL document", §6, 7, and what production refuses. Only what is
 * surely wrong is refused; the rest is a warning.
 */
export const IDENTITY_CHECKS: Check[] = [
  {
    code: 'DOC-PARTY-14',
    rule: 'An NRIC has 12 digits and begins with a date of birth; 000000000000 is for persons with a TIN (IG) alone.',
    ...both((p, at, { today }) => {
      if (p.identity_type !== 'NRIC' || p.identity_number === '') return fine
      if (p.identity_number === NO_NRIC) {
        const stands = isIndividualTin(p.tin_no) && today >= PAIRS_IN_FORCE
        return must(stands, at('identity_number'), 'Twelve zeros go with the TIN of a person (IG…) only.')
      }
      return must(isNric(p.identity_number), at('identity_number'), `${NO_NRIC_TEXT}${looksLike(p)}`)
    }),
  },
  {
    code: 'DOC-PARTY-15',
    rule: 'Only general TINs do without a number (NA), and the foreign buyer’s only in consolidated documents.',
    since: PAIRS_IN_FORCE,
    ...both((p, at, { consolidated }) => {
      if (!isWithoutNumber(p)) return fine
      // The type NA with a TIN of their own is what DOC-PARTY-03 finds.
      const general = GENERAL_TINS.has(p.tin_no) || p.identity_type === 'NA'
      const may = p.tin_no === FOREIGN_BUYER ? consolidated : general
      return must(
        may,
        at('identity_number'),
        'LHDN compares TIN and number; NA is for general TINs in consolidated documents. Enter the number.',
      )
    }),
  },
  {
    code: 'DOC-PARTY-16',
    rule: 'In a document to one buyer EI00000000010 goes with the number of an NRIC or of MyTentera.',
    ...both((p, at, { consolidated }) => {
      const wrong = p.identity_type === 'BRN' || p.identity_type === 'PASSPORT'
      if (p.tin_no !== GENERAL_PUBLIC || !wrong || isWithoutNumber(p) || consolidated) return fine
      return found(
        at('tin_no'),
        'EI00000000010 is for Malaysians who give their NRIC only. Enter the TIN of this party.',
      )
    }),
  },
  {
    code: 'DOC-PARTY-17',
    rule: 'State 17 is for customers of consolidated documents and for foreign addresses.',
    since: '2026-04-30',
    warns: true,
    ...both((p, at, { consolidated, side }) => {
      if (p.state.trim() !== '17' || p.country !== 'MYS') return fine
      // The general public has no state to be selected; what it may buy is said by DOC-PARTY-12.
      if (p.tin_no === GENERAL_PUBLIC && isWithoutNumber(p)) return fine
      return must(
        side === 'customer' && consolidated,
        at('state'),
        'LHDN may refuse state 17 for a Malaysian address (CV317). Select the state if it is known.',
      )
    }),
  },
  {
    code: 'DOC-PARTY-18',
    rule: 'The number looks like one of the chosen kind, and the TIN of a company goes with a BRN.',
    warns: true,
    ...both((p, at) => must(!likelierType(p), at('identity_type'), looksLike(p).trim())),
  },
  {
    code: 'DOC-PARTY-19',
    rule: 'Foreign suppliers and government bodies without a number (NA) may be refused in a document to one buyer.',
    since: PAIRS_IN_FORCE,
    warns: true,
    ...both((p, at, { consolidated }) => {
      const told = p.tin_no === 'EI00000000030' || p.tin_no === 'EI00000000040'
      if (!told || !isWithoutNumber(p) || consolidated) return fine
      return found(
        at('identity_number'),
        'LHDN was seen to refuse NA here (ERR205), though its guideline allows it. Enter the number if there is one.',
      )
    }),
  },
  {
    // LHDN e-Invoice Specific Guideline v4.8, appendix 1: buyer General Public, EI00000000010, and 004 on every line.
    code: 'DOC-PARTY-20',
    rule: 'Classification 004 is of the general public: its customer is EI00000000010.',
    warns: true,
    find: ({ invoice_type, items, customer }) => {
      if (isSelfBilled(invoice_type) || customer.tin_no === GENERAL_PUBLIC) return fine
      return must(
        items.every(({ classification }) => classification !== '004'),
        'customer.tin_no',
        'Classification 004 is of the general public, EI00000000010: ' +
          'LHDN was seen to refuse it to others (ERR245). Choose another.',
      )
    },
  },
]

const NO_NRIC_TEXT = 'An NRIC has 12 digits and begins with a date of birth (YYMMDD).'

const looksLike = (p: Party): string => {
  const likely = likelierType(p)
  return likely ? ` By number and TIN this seems to be ${KINDS[likely]}; please check the type.` : ''
}
