import { isConsolidatedDocument, isSelfBilled, type TaxDocument } from '../documents/document.ts'
import { type Check, fine, found } from './check.ts'

/** Said beside what may not be consolidated: §16.2 exempts who is in a relaxation period from all of it. */
export const RELAXED = 'Whoever is in a relaxation period may consolidate it.'

/** What may not be consolidated, and how the MSIC codes of those begin who sell it. */
const SOLD: readonly (readonly [what: string, codes: RegExp])[] = [
  ['The sale of motor vehicles', /^(?:451|45401)/],
  ['Flight tickets and chartered flights', /^511/],
  ['Construction contracts', /^4[12]/],
  ['Electricity', /^351/],
  ['Post-paid plans, internet subscriptions and devices', /^61/],
]
/** What the issuers of self-billed documents pay out. */
const PAID: typeof SOLD = [['Betting pay-outs', /^92/]]

/** Classifications of what is paid to agents, dealers and distributors, in money and otherwise. */
const TO_AGENTS = ['037', '045']
const EACH_PAYEE =
  'Payments to agents, dealers and distributors may not be consolidated: each of them needs a document of their own. ' +
  RELAXED

const tradeOf = ({ invoice_type, sender }: TaxDocument): string | undefined =>
  (isSelfBilled(invoice_type) ? PAID : SOLD).find(([, codes]) => codes.test(sender.msic_code))?.[0]

/** Which trades issue a document for each sale. */
export const CONSOLIDATION_CHECKS: Check[] = [
  {
    // LHDN e-Invoice Specific Guideline v4.8, table 3.6; electricity and telecommunication since 1 January 2026. LHDN
    // itself takes such a document. A company may sell other things too, so it is told alone.
    code: 'DOC-LINE-19',
    rule: 'No company consolidates what LHDN wants a document of for each sale (Specific Guideline, table 3.6).',
    since: '2026-01-01',
    warns: true,
    find: (d) => {
      const trade = isConsolidatedDocument(d) ? tradeOf(d) : undefined
      if (!trade) return fine
      return found(
        isSelfBilled(d.invoice_type) ? 'customer.tin_no' : 'items.0.classification',
        `${trade} may not be consolidated, and the MSIC code of your company is of that trade: each needs a document ` +
          `of its own, unless this is something else. ${RELAXED}`,
      )
    },
  },
  {
    // The same table; the line says itself what it is.
    code: 'DOC-LINE-20',
    rule: 'Payments to agents, dealers and distributors are not consolidated (Specific Guideline, table 3.6).',
    warns: true,
    find: (d) =>
      isConsolidatedDocument(d) && isSelfBilled(d.invoice_type)
        ? d.items.flatMap(({ classification }, at) =>
            TO_AGENTS.includes(classification) ? found(`items.${at}.classification`, EACH_PAYEE) : fine,
          )
        : fine,
  },
]
