import { isConsolidatedDocument } from '../documents/document.ts'
import { hasTerm, submitBy } from '../documents/submit-by.ts'
import { type CalendarDate, firstOfMonth, formatDate, isCalendarDate } from '../time/dates.ts'
import { type Check, fine, found, must } from './check.ts'

/** Days on which the versions 1.2 and 1.3 are taken, by the issue date; the programme itself began a day before. */
const FIRST = '2026-07-08'
const LAST = '2027-12-31'

/** The voluntary disclosure programme: LHDN e-Invoice Specific Guideline v4.8 §17, examples 23 to 25. */
export const DISCLOSURE_CHECKS: Check[] = [
  {
    code: 'DOC-HEAD-20',
    rule: 'Voluntary disclosures are sent from 8 July 2026 to 31 December 2027.',
    find: ({ voluntary_disclosure }, { today, issue_date }) =>
      must(
        !voluntary_disclosure || (FIRST <= issue_date && issue_date <= LAST && today <= LAST),
        'voluntary_disclosure',
        'LHDN takes voluntary disclosures from 8 July 2026 to 31 December 2027 only.',
      ),
  },
  {
    code: 'DOC-HEAD-21',
    rule: 'A consolidated document that is disclosed covers one month: several are never lumped together.',
    find: ({ billing_start: start, billing_end: end, ...d }) => {
      if (!d.voluntary_disclosure || !isConsolidatedDocument(d)) return fine
      const is_one = start && end && firstOfMonth(start) === firstOfMonth(end)
      return must(Boolean(is_one), 'billing_end', ONE_MONTH)
    },
  },
  {
    code: 'DOC-HEAD-22',
    rule: 'A consolidated document is sent within seven days after its month, or is a voluntary disclosure.',
    warns: true,
    find: (d, { today }) => {
      const named = d.billing_start || d.billing_end
      if (!named || !isCalendarDate(named) || !hasTerm(d)) return fine
      const last = submitBy(d)
      return last < today ? found('billing_end', late(last)) : fine
    },
  },
]

const ONE_MONTH =
  'Please enter the billing period of one month: LHDN wants a disclosure of its own for each month that was missed.'

const late = (last: CalendarDate) =>
  `The 7 days for sending this month ended on ${formatDate(last)}. A month that was missed is sent as a voluntary ` +
  'disclosure.'
