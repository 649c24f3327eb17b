import { sql } from 'kysely'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { kindOf, type SumKind } from '#domain/documents/sums.ts'
import type { TaxedLine } from '#domain/documents/totals.ts'
import { ENVIRONMENT_WORDS } from '#domain/entities/environments.ts'
import { convert, type Decimal, isDecimal, subtract } from '#domain/money/decimal.ts'
import { twoPlaces } from '#domain/money/format.ts'
import type { Taxed } from '#domain/reports/tax-by-type.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import type { DocumentRow } from '../store/rows.ts'

const OF_ROW = [
  ...(['id', 'sender_entity_id', 'store_code_id', 'created_at', 'sender_store_code'] as const),
  ...(['supplier_name', 'buyer_name'] as const),
  ...(['buyer_id_no', 'invoice_type', 'invoice_number', 'invoice_date', 'contract_number'] as const),
  ...(['agent_number', 'submitted_at', 'invoice_currency', 'total_payable_amount', 'status'] as const),
  ...(['status_message', 'source', 'environment', 'buyer_tin_no', 'authority_uuid'] as const),
  ...(['validated_at', 'created_by_name', 'approved_by_email', 'approved_at'] as const),
] as const

type Figures = Record<
  | ('total_excluding_tax' | 'total_tax_amount' | 'currency_exchange_rate')
  | ('rounding_amount' | 'prepayment_amount'),
  Decimal | null
>
type Figure = keyof Figures

/** Of the content: its own figures, and what its lines are taxed, as sums of each type and rate. */
type OfContent = Figures & { taxes?: TaxedLine[] }

/** How much of a content is read: the figures of the document, or what its lines are taxed besides. */
export type Depth = 'figures' | 'taxes'

/** A document may have hundreds of lines, and few rates: they are added where they lie. */
const TAXES = sql`(SELECT coalesce(json_agg(tax), '[]') FROM (
    SELECT tax_type, tax_rate, sum(total_excluding_tax)::text AS total_excluding_tax,
      sum(tax_amount)::text AS tax_amount
    FROM jsonb_to_recordset(items)
      AS line(tax_type text, tax_rate text, total_excluding_tax numeric, tax_amount numeric)
    GROUP BY tax_type, tax_rate ORDER BY tax_type, tax_rate) AS tax)`

/**
 * Of the content these alone: taken apart once for all of them, and never brought here. Not asked for where nothing is
 * to be known of it: to take a content apart costs as much as all the rest of a row.
 */
const ofContent = (depth: Depth) =>
  sql<OfContent | null>`(SELECT to_json(told) FROM (
    SELECT total_excluding_tax, total_tax_amount, currency_exchange_rate, rounding_amount, prepayment_amount
      ${depth === 'taxes' ? sql`, ${TAXES} AS taxes` : sql``}
    FROM jsonb_to_record(content) AS part(total_excluding_tax text, total_tax_amount text,
      currency_exchange_rate text, rounding_amount text, prepayment_amount text, items jsonb)) AS told)`.as(
    'figures',
  )

const NO_FIGURES = sql<OfContent | null>`NULL`.as('figures')

/** What a report reads of a document, and of its content. */
export const reportedOf = (depth?: Depth) => [...OF_ROW, depth ? ofContent(depth) : NO_FIGURES] as const
export type ReportedRow = Pick<DocumentRow, (typeof OF_ROW)[number]> & { figures: OfContent | null }
type Row = ReportedRow

/** A moment in Malaysia, as files tell it. */
export const stamp = (instant: Date) => `${malaysianDate(instant)} ${malaysianTime(instant)}`
const stampOf = (instant: Date | null) => (instant ? stamp(instant) : '')

export const KIND_WORDS: Record<SumKind, string> = {
  charged: 'Charged',
  credited: 'Credited',
  self_billed: 'Self-billed',
  self_billed_credited: 'Self-billed credited',
}

const figureOf = ({ figures }: Row, name: Figure) => figures?.[name] ?? null
const told = (figure: Decimal | null) => (isFigure(figure) ? twoPlaces(figure) : '')

/** In ringgit, so that a column can be added up: what is given back has a minus. Empty where no rate is known. */
const ringgitOf = (row: Row, amount: Decimal | null): string => {
  const ringgit =
    row.invoice_currency === 'MYR' ? told(amount) : converted(amount, figureOf(row, 'currency_exchange_rate'))
  const is_minus = ringgit !== '' && kindOf(row.invoice_type).endsWith('credited')
  return is_minus ? twoPlaces(subtract('0', ringgit)) : ringgit
}

const converted = (amount: Decimal | null, rate: Decimal | null) =>
  isFigure(amount) && isFigure(rate) ? convert(amount, rate) : ''

const isFigure = (text: Decimal | null): text is Decimal => text !== null && isDecimal(text)

/** The taxes of a document, of whose content they were read; and what its company is called, by its id. */
export const taxedOf = (row: Row, companies: ReadonlyMap<string, string>): Taxed => {
  const rate = figureOf(row, 'currency_exchange_rate')
  const company = companies.get(row.sender_entity_id) ?? row.sender_entity_id
  return { ...row, company, exchange_rate: isFigure(rate) ? rate : null, lines: row.figures?.taxes ?? [] }
}

/** The columns of the list as a file, with the messages that are told now. */
export const LIST_COLUMNS = [
  ['Department Code', (row: Row) => row.sender_store_code],
  ['Supplier Name', (row: Row) => row.supplier_name],
  ['Receiver Name', (row: Row) => row.buyer_name],
  ['Receiver ID', (row: Row) => row.buyer_id_no],
  ['Doc Type', (row: Row) => `${row.invoice_type} ${DOCUMENT_TYPES.describe(row.invoice_type) ?? ''}`],
  ['Doc Number', (row: Row) => row.invoice_number],
  ['Issue Date', (row: Row) => row.invoice_date, 'date'],
  ['Contract #', (row: Row) => row.contract_number],
  ['Agent #', (row: Row) => row.agent_number],
  ['Submission Date', (row: Row) => stampOf(row.submitted_at)],
  ['Currency', (row: Row) => row.invoice_currency],
  ['Document Total', (row: Row) => row.total_payable_amount, 'figure'],
  ['Status', (row: Row) => row.status],
  ['Status Message', (row: Row) => row.status_message],
  ['Source', (row: Row) => row.source],
  // Behind those that are specified, so that who reads a file by the places of its columns finds them where they were.
  ['Environment', (row: Row) => ENVIRONMENT_WORDS[row.environment]],
  ['Buyer TIN', (row: Row) => row.buyer_tin_no],
  ['LHDN UUID', (row: Row) => row.authority_uuid ?? ''],
  ['Validated At', (row: Row) => stampOf(row.validated_at)],
  ['Created By', (row: Row) => row.created_by_name],
  ['Approved By', (row: Row) => row.approved_by_email ?? ''],
  ['Approved At', (row: Row) => stampOf(row.approved_at)],
  ['Kind', (row: Row) => KIND_WORDS[kindOf(row.invoice_type)]],
] as const

/** Those of a report, which people do not wait for. */
export const REPORT_COLUMNS = [
  ...LIST_COLUMNS,
  ['Total Excluding Tax', (row: Row) => told(figureOf(row, 'total_excluding_tax')), 'figure'],
  ['Tax', (row: Row) => told(figureOf(row, 'total_tax_amount')), 'figure'],
  ['Exchange Rate', (row: Row) => told(figureOf(row, 'currency_exchange_rate')), 'figure'],
  ['Total Excluding Tax (MYR)', (row: Row) => ringgitOf(row, figureOf(row, 'total_excluding_tax')), 'figure'],
  ['Tax (MYR)', (row: Row) => ringgitOf(row, figureOf(row, 'total_tax_amount')), 'figure'],
  ['Document Total (MYR)', (row: Row) => ringgitOf(row, row.total_payable_amount), 'figure'],
  // What is still to pay is what the document charges, rounded, without these.
  ['Rounding (MYR)', (row: Row) => ringgitOf(row, figureOf(row, 'rounding_amount')), 'figure'],
  ['Prepayment (MYR)', (row: Row) => ringgitOf(row, figureOf(row, 'prepayment_amount')), 'figure'],
] as const
