import { COUNTRIES, GENERAL_TINS, ID_TYPES, MSIC, STATES } from '#codes/lists.ts'
import {
  buyerOf,
  GENERAL_PUBLIC,
  isSelfBilled,
  isWithoutNumber,
  supplierOf,
  type TaxDocument,
} from '../documents/document.ts'
import { isStated } from '../documents/stated.ts'
import { isTin } from '../identity/tin.ts'
import { isZero } from '../money/decimal.ts'
import { isBlank } from '../text/characters.ts'
import { type Check, fine, found, must, within } from './check.ts'
import { both } from './sides.ts'

export const PHONE = /^(?:\+\d{7,19}|\d{8,20})$/
export const EMAIL = /^[^\s@;,<>]{1,64}@(?=.{1,255}$)[^\s@;,<>.]+(?:\.[^\s@;,<>.]+)+$/
export const SST = /^[A-Za-z0-9-]+(?:;[A-Za-z0-9-]+)?$/
const TTX = /^[A-Za-z0-9-]+$/

const SST_TYPES = ['01', '02', '05']
const TTX_TYPES = ['03']
const NO_SST =
  'This company charges sales or service tax and has no SST number. An administrator can enter it.'
const NO_TTX =
  'This company charges tourism tax and has no tourism tax number. An administrator can enter it.'

const required = (value: string, field: string, label: string) =>
  must(!isBlank(value), field, `${label} is missing.`)

/** The parties: reference "The UBL document", §3.4, 6, 7. */
export const PARTY_CHECKS: Check[] = [
  {
    code: 'DOC-PARTY-01',
    rule: 'Both parties have a name of at most 300 characters.',
    ...both((p, at) => [
      ...required(p.name, at('name'), 'The name'),
      ...within(p.name, 300, at('name'), 'The name'),
    ]),
  },
  {
    code: 'DOC-PARTY-02',
    rule: 'Both parties have a TIN of a published form.',
    ...both((p, at) =>
      must(
        isTin(p.tin_no) || GENERAL_TINS.has(p.tin_no),
        at('tin_no'),
        'This is no valid TIN (for example C2584563200 or IG56003500070).',
      ),
    ),
  },
  {
    code: 'DOC-PARTY-03',
    rule: 'Both parties have a registration number of a known kind: BRN up to 20 characters, others up to 12.',
    ...both((p, at) => {
      // NA stands for the absent number of consolidated buyers and of government bodies; it is sent as a BRN.
      if (p.identity_type === 'NA')
        return must(GENERAL_TINS.has(p.tin_no), at('identity_type'), 'NA is only for general TINs.')
      if (!ID_TYPES.has(p.identity_type))
        return found(at('identity_type'), 'Please select the identity type.')
      return [
        ...required(p.identity_number, at('identity_number'), 'The identity number'),
        ...within(
          p.identity_number,
          p.identity_type === 'BRN' ? 20 : 12,
          at('identity_number'),
          'The identity number',
        ),
      ]
    }),
  },
  {
    code: 'DOC-PARTY-04',
    rule: 'Address line 1, city, state and country are given, within their lengths.',
    ...both((p, at, { issue_date }) => [
      ...required(p.address1, at('address1'), 'Address line 1'),
      ...(['address1', 'address2', 'address3'] as const).flatMap((f) =>
        within(p[f], 150, at(f), 'An address line'),
      ),
      ...required(p.city, at('city'), 'The city'),
      ...within(p.city, 50, at('city'), 'The city'),
      ...required(p.state, at('state'), 'The state'),
      ...within(p.state, 50, at('state'), 'The state'),
      ...must(COUNTRIES.has(p.country, issue_date), at('country'), 'Please select the country.'),
    ]),
  },
  {
    code: 'DOC-PARTY-05',
    rule: 'Malaysian addresses use a state code of the list, which foreign ones do not, except 17.',
    ...both((p, at, { issue_date }) => {
      const state = p.state.trim()
      if (p.country !== 'MYS') {
        return must(
          !/^(?:0\d|1[0-6])$/.test(state),
          at('state'),
          'State codes 01 to 16 are for Malaysia; use 17 or the name.',
        )
      }
      return must(state === '' || STATES.has(state, issue_date), at('state'), 'Please select the state.')
    }),
  },
  {
    code: 'DOC-PARTY-06',
    rule: 'A Malaysian postcode has 5 digits; others at most 50 characters.',
    ...both((p, at) => {
      if (p.zipcode === '') return fine
      if (p.country !== 'MYS') return within(p.zipcode, 50, at('zipcode'), 'The postcode')
      return must(/^\d{5}$/.test(p.zipcode), at('zipcode'), 'A Malaysian postcode has 5 digits.')
    }),
  },
  {
    code: 'DOC-PARTY-07',
    rule: 'The phone number has 8 to 20 characters: digits, with an optional leading +; NA where the guideline allows.',
    ...both((p, at) =>
      must(
        PHONE.test(p.contact_number) || p.contact_number === 'NA',
        at('contact_number'),
        'Please enter a phone number of 8 to 20 digits, without blanks, for example +60312345678.',
      ),
    ),
  },
  {
    code: 'DOC-PARTY-08',
    rule: 'An e-mail address, if given, is one address of at most 320 characters.',
    ...both((p, at) =>
      must(
        p.email === '' || p.email === 'NA' || EMAIL.test(p.email),
        at('email'),
        'Please enter one e-mail address.',
      ),
    ),
  },
  {
    code: 'DOC-PARTY-09',
    rule: 'SST and tourism tax numbers hold letters, digits and dashes only.',
    ...both((p, at) => [
      ...must(
        p.sst_no === '' || (SST.test(p.sst_no) && p.sst_no.length <= 35),
        at('sst_no'),
        'This is no valid SST number.',
      ),
      ...must(
        p.ttx_no === '' || (TTX.test(p.ttx_no) && p.ttx_no.length <= 17),
        at('ttx_no'),
        'This is no valid tourism tax number.',
      ),
    ]),
  },
  {
    code: 'DOC-PARTY-10',
    rule: 'The supplier has an MSIC code of the list and a business description; if self-billed it may have none.',
    // Of a supplier that is not one's own the authority takes 00000 and NA (reference §10), which ubl/party.ts sends.
    find: (d, { issue_date }) => {
      const { msic_code: code, business_description: activity } = supplierOf(d)
      const others = isSelfBilled(d.invoice_type)
      const side = others ? 'customer' : 'sender'
      return [
        ...must(
          MSIC.has(code, issue_date) || (others && isBlank(code)),
          `${side}.msic_code`,
          'The supplier needs an MSIC code of 5 digits.',
        ),
        ...(others ? fine : required(activity, `${side}.business_description`, 'The business description')),
        ...within(activity, 300, `${side}.business_description`, 'The business description'),
      ]
    },
  },
  {
    code: 'DOC-PARTY-11',
    rule: 'The general TIN for foreign buyers is not for suppliers; the one for foreign suppliers is not for buyers.',
    find: (d) => {
      const selfbilled = isSelfBilled(d.invoice_type)
      return [
        ...must(
          supplierOf(d).tin_no !== 'EI00000000020',
          selfbilled ? 'customer.tin_no' : 'sender.tin_no',
          'EI00000000020 is for foreign buyers only.',
        ),
        ...must(
          buyerOf(d).tin_no !== 'EI00000000030',
          selfbilled ? 'sender.tin_no' : 'customer.tin_no',
          'EI00000000030 is for foreign suppliers only.',
        ),
      ]
    },
  },
  {
    code: 'DOC-PARTY-12',
    rule: 'EI00000000010 with the number NA is for consolidated documents: with 004, or of suppliers (self-billed).',
    ...both((p, at, { consolidated, side }) => {
      if (side === 'sender' || p.tin_no !== GENERAL_PUBLIC || !isWithoutNumber(p)) return fine
      return must(
        consolidated,
        at('identity_number'),
        'The general public buys only on consolidated documents (004).',
      )
    }),
  },
  {
    code: 'DOC-PARTY-13',
    rule: 'The company that issues a document has a TIN of its own.',
    find: (d) =>
      must(
        !GENERAL_TINS.has(d.sender.tin_no),
        'sender.tin_no',
        'A general TIN cannot issue documents; the company needs its own.',
      ),
  },
  {
    // Only who is registered charges these, and states the number (reference "The UBL document", §3.4); NA is taken.
    code: 'DOC-PARTY-21',
    rule: 'Who charges sales or service tax (01, 02, 05) has an SST number, and tourism tax (03) that number.',
    warns: true,
    find: (d) => {
      if (isSelfBilled(d.invoice_type)) return fine
      const { sst_no, ttx_no } = d.sender
      return [
        ...must(isStated(sst_no) || !charges(d, SST_TYPES), 'sender.sst_no', NO_SST),
        ...must(isStated(ttx_no) || !charges(d, TTX_TYPES), 'sender.ttx_no', NO_TTX),
      ]
    },
  },
]

const charges = ({ items }: TaxDocument, types: readonly string[]): boolean =>
  items.some(({ tax_type, tax_amount }) => types.includes(tax_type) && !isZero(tax_amount))
