import type { DocumentWrite } from '#contract/intake.ts'
import type { Caller } from '#domain/access/caller.ts'
import { checkDocument, warningsOf } from '#domain/checks/all.ts'
import type { Finding } from '#domain/checks/check.ts'
import { DOCUMENT_BYTES_MAX } from '#domain/checks/lines.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { calculate } from '#domain/documents/totals.ts'
import { type FieldMessage, invalidFields, invalidFindings } from '#domain/problems.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { buildInvoice, draftText } from '#domain/ubl/invoice.ts'
import type { Db } from '../platform/db/database.ts'
import { takeTurn } from '../platform/turns/take-turn.ts'
import { breachesInTurn, type RuleInForce, rulesInForce } from '../shaping/rules-in-force.ts'
import { contradictions } from './contradictions.ts'
import type { Shaped } from './held.ts'
import { type Placed, placeOf } from './place.ts'
import { isRated, shape } from './shape.ts'

/** A document that may be stored, and the rules by which it was checked beside our own checks. */
export type Judged = Placed & { document: TaxDocument; rules: RuleInForce[] }

/** `place` answers what `placeOf` does, for whoever judges many and asks once for each place. */
type By = { db: Db; caller: Caller; now: Date; place?: (payload: DocumentWrite) => Promise<Placed> }

/** The signature adds this much, certificate included; larger certificates are found before sending. */
const SIGNATURE_BYTES = 8_000
const NOT_YET_NUMBERED = '(number follows)'

/**
 * Places, shapes, calculates and checks one payload, by our own checks and then by the configured rules (decisions.md
 * §8). Throws invalid_fields naming every field at fault; nothing is stored here.
 */
export const judge = async (by: By, shaped: Shaped): Promise<Judged> => {
  const { placed, document, findings } = await draw(by, shaped)
  if (findings.length > 0) throw invalidFindings(findings)
  refuseTooLarge(numbered(document), by.now)
  const rules = await rulesInForce(by.db, by.now)
  const breaches = await breachesInTurn(document, rules)
  if (breaches.length > 0) throw invalidFindings(breaches)
  return { ...placed, document, rules }
}

/** The document that a payload comes to, with what our own checks find. Throws where it has no place. */
export const draw = async (
  by: By,
  { payload, steps }: Shaped,
): Promise<{ placed: Placed; document: TaxDocument; findings: FieldMessage[] }> => {
  const placed = await (by.place ? by.place(payload) : placeOf(by.db, by.caller, payload))
  await takeTurn()
  const source = payload.source || (by.caller.kind === 'api_key' ? 'API' : 'UI')
  const document = calculate(shape({ ...payload, source }, placed.entity, by.now))
  const findings = [
    ...unpriced(payload),
    ...unnamed(payload),
    ...checkDocument(numbered(document), { today: malaysianDate(by.now) }),
    ...contradictions({ payload, steps }, document),
  ]
  return { placed, document, findings }
}

/** A price of zero is stated; an empty one would give the goods away without a word. */
const unpriced = ({ items }: DocumentWrite): FieldMessage[] =>
  items.flatMap(({ unit_price }, at) =>
    unit_price === '' ? [{ field: `items.${at}.unit_price`, message: 'Please enter the unit price.' }] : [],
  )

/** Whoever states a rate means no ringgit. */
const unnamed = (payload: DocumentWrite): FieldMessage[] =>
  payload.invoice_currency === '' && isRated(payload)
    ? [
        {
          field: 'invoice_currency',
          message: 'An exchange rate is stated, but no currency. Please enter it.',
        },
      ]
    : []

/** What is told of a document to whoever sends it at this moment, and stops nothing. */
export const warningsNow = (document: TaxDocument, now: Date): Finding[] =>
  warningsOf(document, { today: malaysianDate(now) })

/** The server numbers the document when it is saved; until then any number satisfies the checks. */
const numbered = (document: TaxDocument): TaxDocument =>
  document.invoice_number === '' ? { ...document, invoice_number: NOT_YET_NUMBERED } : document

/** Throws invalid_fields when the signed document would exceed what the authority takes. */
export const refuseTooLarge = (document: TaxDocument, now: Date): void => {
  // Building it is a tenth of all the judging, and hardly any document comes near the limit.
  if (bytesAtMost(document) + SIGNATURE_BYTES <= DOCUMENT_BYTES_MAX) return
  const unsigned = draftText(buildInvoice(document, { version: '1.1', issued_at: now }))
  const size = Buffer.byteLength(unsigned) + SIGNATURE_BYTES
  if (size > DOCUMENT_BYTES_MAX) throw invalidFields({ items: [tooLarge(size)] })
}

/** Markup of a document and of each of its lines, figures included; both are less than half of that. */
const HEADER_BYTES_MAX = 40_000
const LINE_BYTES_MAX = 5_000
/** `&` becomes `&amp;`, and no character has more than three bytes. */
const BYTES_PER_CHAR_MAX = 6

/** What the document cannot exceed, unsigned: found without building it. */
export const bytesAtMost = (document: TaxDocument): number =>
  HEADER_BYTES_MAX + LINE_BYTES_MAX * document.items.length + BYTES_PER_CHAR_MAX * charsIn(document)

/** All texts of a value, and all it holds. */
const charsIn = (value: object): number => {
  let chars = 0
  for (const part of Object.values(value)) {
    if (typeof part === 'string') chars += part.length
    else if (typeof part === 'object' && part !== null) chars += charsIn(part)
  }
  return chars
}

const tooLarge = (size: number) =>
  `The document would have about ${Math.ceil(size / 1000)} KB; the authority takes 300 KB. ` +
  'Split it into several documents.'
