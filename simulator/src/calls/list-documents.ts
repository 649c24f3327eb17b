import { issuerOf, type PartyFacts, receiverOf } from '../reading/facts.ts'
import type { StoredDocument } from '../world/records.ts'
import { printListed } from './listed.ts'
import { readPage } from './page.ts'
import { isIssuer, isReceiver } from './summary.ts'
import { type Answer, type AuthorizedRequest, badArgument, ok } from './wire/answer.ts'

/** Both lists look back 31 days and reach at most 10,000 documents. */
const WINDOW_MS = 31 * 86_400_000
const DOCUMENTS_MAX = 10_000

/** `GET /documents/recent`: the caller's documents of the last 31 days, newest first. */
export const listRecent = (request: AuthorizedRequest): Answer => {
  const { query, world } = request
  const from = world.now() - WINDOW_MS
  const spans = readSpans(query)
  if (!spans) return badArgument('submissionDateFrom', 'Dates come in pairs, from before to')
  return answer(request, (one) => one.received_at >= from && within(one, spans) && passes(one, query))
}

/** `GET /documents/search`: like recent, over a span of at most 31 days which the query must name. */
export const searchDocuments = (request: AuthorizedRequest): Answer => {
  const { query } = request
  const spans = readSpans(query)
  if (!spans?.submission && !spans?.issue)
    return badArgument('submissionDateFrom', 'A pair of submission dates or issue dates is required')
  for (const name of ['submission', 'issue'] as const) {
    const span = spans[name]
    if (span && span.to - span.from > WINDOW_MS)
      return badArgument(`${name}DateTo`, 'The span is at most 31 days')
  }
  const words = (query.searchQuery ?? '').trim().toLowerCase()
  if (/[^\p{L}\p{M}\p{N} ._/-]/u.test(words)) {
    return badArgument('searchQuery', 'Special characters are not allowed')
  }
  return answer(request, (one) => within(one, spans) && passes(one, query) && speaksOf(one, words))
}

type Span = { from: number; to: number }
type Spans = { submission?: Span; issue?: Span }
type Query = Readonly<Record<string, string>>

/** The named pairs of dates; undefined when one is incomplete, unreadable or upside down. */
const readSpans = (query: Query): Spans | undefined => {
  const spans: Spans = {}
  for (const name of ['submission', 'issue'] as const) {
    const from = query[`${name}DateFrom`]
    const to = query[`${name}DateTo`]
    if (from === undefined && to === undefined) continue
    const span = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') }
    if (!(span.from < span.to)) return undefined
    spans[name] = span
  }
  return spans
}

const within = (document: StoredDocument, { submission, issue }: Spans): boolean => {
  const issued = Date.parse(`${document.issue_date}T${document.issue_time}`)
  const inside = (instant: number, span: Span | undefined): boolean =>
    !span || (instant >= span.from && instant <= span.to)
  return inside(document.received_at, submission) && inside(issued, issue)
}

const passes = (document: StoredDocument, query: Query): boolean => {
  const party = (prefix: 'issuer' | 'receiver', facts: PartyFacts): boolean =>
    equal(query[`${prefix}Tin`], facts.tin) &&
    equal(query[`${prefix}Id`], facts.id_value) &&
    equal(query[`${prefix}IdType`], facts.id_type)
  return (
    equal(query.uuid, document.uuid) &&
    equal(query.status, document.status) &&
    equal(query.documentType, document.type_code) &&
    party('issuer', issuerOf(document)) &&
    party('receiver', receiverOf(document))
  )
}

const equal = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted === '' || wanted.toLowerCase() === value.toLowerCase()

const speaksOf = (document: StoredDocument, words: string): boolean => {
  const { uuid, number, supplier, buyer, totals } = document
  const texts = [uuid, number, supplier.tin, supplier.name, buyer.tin, buyer.name, totals.payable]
  return texts.some((text) => text.toLowerCase().includes(words))
}

const answer = (request: AuthorizedRequest, wanted: (document: StoredDocument) => boolean): Answer => {
  const { world, query, caller } = request
  const page = readPage(query)
  if (!page) return badArgument('pageSize', 'pageNo and pageSize must be positive, pageSize at most 100')
  const direction = (query.invoiceDirection ?? query.InvoiceDirection ?? query.direction ?? '').toLowerCase()
  const shown_until = world.now() - world.settings.search_lag_ms
  const found: StoredDocument[] = []
  for (const document of world.documents.values()) {
    const sent = isIssuer(document, caller) && direction !== 'received'
    const received = isReceiver(document, caller) && direction !== 'sent'
    if ((sent || received) && document.received_at <= shown_until && wanted(document)) found.push(document)
  }
  const reachable = found.reverse().slice(0, DOCUMENTS_MAX)
  return ok({
    result: reachable.slice(page.from, page.to).map((one) => printListed(world, one)),
    metadata: { totalPages: Math.ceil(reachable.length / page.size), totalCount: reachable.length },
  })
}
