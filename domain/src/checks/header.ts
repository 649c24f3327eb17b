import { CURRENCIES, DOCUMENT_TYPES } from '#codes/lists.ts'
import {
  DOCUMENT_TYPE_CODES,
  isConsolidatedDocument,
  isNote,
  isSelfBilled,
  type TaxDocument,
} from '../documents/document.ts'
import { compare, isDecimal } from '../money/decimal.ts'
import { hasUnseen, isBlank, letterWithoutFont, textFault } from '../text/characters.ts'
import { addDays, firstOfMonth, isCalendarDate, NO_DATE } from '../time/dates.ts'
import { type Check, fine, found, LENGTHS_IN_FORCE, must, within } from './check.ts'

const UUID = /^[0-9A-Z]{26}$/

/** 72 hours, the oldest date and time that the authority takes, in days. */
const SENDABLE_DAYS = 3
const SENT_DATE = 'LHDN’s record bears the date and time of sending; both dates will be printed.'
const NO_MONTH =
  'Please enter the billing period: the 7 days for sending begin when the month that it covers ends.'
const SEVERAL_MONTHS =
  'A consolidated document covers one month: LHDN wants each within 7 days of its end. Please make one for each month.'

/** Of a type that is none only that is told. */
const isKnownNote = (invoice_type: string) =>
  isNote(invoice_type) && DOCUMENT_TYPE_CODES.some((code) => code === invoice_type)

/** The header: reference "The UBL document", §3.1, 5, 8, 9. */
export const HEADER_CHECKS: Check[] = [
  {
    code: 'DOC-HEAD-01',
    rule: 'The document type is one of the eight published types.',
    find: (d, { issue_date }) =>
      must(DOCUMENT_TYPES.has(d.invoice_type, issue_date), 'invoice_type', 'Please select one'),
  },
  {
    code: 'DOC-HEAD-02',
    rule: 'A document has a number of at most 50 characters, all of which can be seen.',
    find: (d) => {
      if (isBlank(d.invoice_number)) return found('invoice_number', 'Please enter the document number.')
      return [
        ...within(d.invoice_number, 50, 'invoice_number', 'The document number'),
        // Two numbers that look the same would be two documents.
        ...must(
          !hasUnseen(d.invoice_number),
          'invoice_number',
          'The document number holds a character that cannot be seen. Please type it anew.',
        ),
      ]
    },
  },
  {
    code: 'DOC-HEAD-03',
    rule: 'The invoice date is a real date.',
    find: (d) => must(isCalendarDate(d.invoice_date), 'invoice_date', NO_DATE),
  },
  {
    code: 'DOC-HEAD-04',
    rule: 'The currency is in the published list.',
    find: (d, { issue_date }) =>
      must(CURRENCIES.has(d.invoice_currency, issue_date), 'invoice_currency', 'Please select Currency'),
  },
  {
    code: 'DOC-HEAD-05',
    rule: 'A foreign currency needs an exchange rate to MYR above zero.',
    find: (d) => {
      if (d.invoice_currency === 'MYR') return fine
      const rate = d.currency_exchange_rate
      const good = isDecimal(rate) && compare(rate, '0') > 0 && rate.length <= 15
      return must(
        good,
        'currency_exchange_rate',
        'Please enter the exchange rate to MYR, for example 4.2150.',
      )
    },
  },
  {
    code: 'DOC-HEAD-06',
    rule: 'A note names the authority UUID of the document it corrects (or NA).',
    find: (d) => {
      if (!isKnownNote(d.invoice_type)) return fine
      const good = UUID.test(d.original_inv_ref_number) || d.original_inv_ref_number === 'NA'
      return must(
        good,
        'original_inv_ref_number',
        'Please enter the 26-character LHDN UUID of the original document, or NA where none exists.',
      )
    },
  },
  {
    code: 'DOC-HEAD-07',
    rule: 'A note names the seller’s number of the document it corrects.',
    find: (d) => {
      if (!isKnownNote(d.invoice_type)) return fine
      if (isBlank(d.original_inv_number)) {
        return found('original_inv_number', 'Please enter the number of the original document.')
      }
      return within(d.original_inv_number, 50, 'original_inv_number', 'The original number')
    },
  },
  {
    code: 'DOC-HEAD-08',
    rule: 'A billing period has both ends, in order.',
    find: (d) => {
      const { billing_start: start, billing_end: end } = d
      if (!start && !end) return fine
      if (!start || !isCalendarDate(start))
        return found('billing_start', 'Please enter the start of the billing period.')
      if (!end || !isCalendarDate(end))
        return found('billing_end', 'Please enter the end of the billing period.')
      return must(start <= end, 'billing_end', 'The billing period may not end before it starts.')
    },
  },
  {
    code: 'DOC-HEAD-09',
    rule: 'The frequency of billing has at most 50 characters.',
    since: LENGTHS_IN_FORCE,
    find: (d) => within(d.frequency_of_billing, 50, 'frequency_of_billing', 'The frequency of billing'),
  },
  {
    code: 'DOC-HEAD-10',
    rule: 'Agent and contract numbers have at most 50 characters, remarks at most 300.',
    find: (d) => [
      ...within(d.agent_number, 50, 'agent_number', 'The agent number'),
      ...within(d.contract_number, 50, 'contract_number', 'The contract number'),
      ...within(d.document_remarks, 300, 'document_remarks', 'The remarks'),
    ],
  },
  {
    code: 'DOC-HEAD-11',
    rule: 'Self-billing and the document type agree.',
    find: (d) =>
      must(
        d.selfbilling === isSelfBilled(d.invoice_type),
        'selfbilling',
        'Self Billing goes with the document types 11 to 14 only.',
      ),
  },
  {
    code: 'DOC-HEAD-12',
    rule: 'No text holds a control character or half of a surrogate pair.',
    find: (d) => textFaults(d, textFault),
  },
  {
    code: 'DOC-HEAD-13',
    rule: 'A store code is chosen.',
    find: (d) => must(d.sender_store_code !== '', 'sender_store_code', 'Please select one'),
  },
  {
    code: 'DOC-HEAD-14',
    rule: 'The payment due date is a real date.',
    find: (d) =>
      must(d.payment_due_date === null || isCalendarDate(d.payment_due_date), 'payment_due_date', NO_DATE),
  },
  {
    code: 'DOC-HEAD-15',
    rule: 'The number of a document neither begins nor ends with a blank.',
    find: (d) =>
      must(
        d.invoice_number.trim() === d.invoice_number || isBlank(d.invoice_number),
        'invoice_number',
        'The document number may not begin or end with a blank.',
      ),
  },
  {
    code: 'DOC-HEAD-16',
    rule: 'The invoice date lies not in the future and at most 72 hours back, as the date of LHDN’s record will.',
    warns: true,
    find: ({ invoice_date }, { today }) => {
      if (!isCalendarDate(invoice_date)) return fine
      if (invoice_date > today) return found('invoice_date', `This date lies in the future. ${SENT_DATE}`)
      const oldest = addDays(today, -SENDABLE_DAYS)
      return must(
        invoice_date >= oldest,
        'invoice_date',
        `This date is more than 72 hours back. ${SENT_DATE}`,
      )
    },
  },
  {
    code: 'DOC-HEAD-17',
    rule: 'A consolidated document names the month that it covers: its billing period tells when it is due.',
    warns: true,
    find: (d) =>
      must(
        !isConsolidatedDocument(d) || Boolean(d.voluntary_disclosure || d.billing_start || d.billing_end),
        'billing_end',
        NO_MONTH,
      ),
  },
  {
    // LHDN e-Invoice Specific Guideline v4.8 §3.6.2: within 7 calendar days after the end of the month.
    code: 'DOC-HEAD-18',
    rule: 'A consolidated document covers one month: each is due seven days after its end.',
    warns: true,
    find: ({ billing_start: start, billing_end: end, ...d }) => {
      // Of a disclosure that is more than told (DOC-HEAD-21).
      if (!start || !end || d.voluntary_disclosure || !isConsolidatedDocument(d)) return fine
      return must(firstOfMonth(start) === firstOfMonth(end), 'billing_end', SEVERAL_MONTHS)
    },
  },
  {
    code: 'DOC-HEAD-19',
    rule: 'Every text is of scripts for which the PDF has a font.',
    warns: true,
    find: (d) => textFaults(d, boxOf),
  },
]

const boxOf = (text: string): string | undefined => {
  const letter = letterWithoutFont(text)
  return (
    letter && `The PDF has no font for the letter ${letter} and prints a box. LHDN gets the text as it is.`
  )
}

type Fault = (text: string) => string | undefined

const textFaults = (d: TaxDocument, fault: Fault) => [
  ...faultsOf('', d, fault),
  ...faultsOf('sender.', d.sender, fault),
  ...faultsOf('customer.', d.customer, fault),
  ...d.items.flatMap((line, i) => faultsOf(`items.${i}.`, line, fault)),
]

/** What is wrong with the texts of a part of a document; hundreds are looked at, and hardly any is named. */
const faultsOf = (prefix: string, part: object, fault: Fault): ReturnType<Check['find']> => {
  const faults: ReturnType<Check['find']> = []
  if (Object.values(part).every((value) => typeof value !== 'string' || fault(value) === undefined))
    return faults
  for (const [key, value] of Object.entries(part)) {
    const message = typeof value === 'string' ? fault(value) : undefined
    if (message !== undefined) faults.push({ field: `${prefix}${key}`, message })
  }
  return faults
}
