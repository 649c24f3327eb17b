import type { Status } from '../documents/lifecycle.ts'
import { kindOf, SUM_KINDS, type SumKind } from '../documents/sums.ts'
import { sumByTaxRate, type TaxedLine } from '../documents/totals.ts'
import type { ENVIRONMENT_WORDS } from '../entities/environments.ts'
import { add, compare, convert, type Decimal, subtract } from '../money/decimal.ts'
import { twoPlaces } from '../money/format.ts'

/** Whether a document counts in a return: what is not validated may come to nothing, what is cancelled has. */
const TAX_STATUSES = ['validated', 'not_validated', 'cancelled'] as const
export type TaxStatus = (typeof TAX_STATUSES)[number]

const taxStatusOf = (status: Status): TaxStatus =>
  status === 'Validated' ? 'validated' : status === 'User Cancelled' ? 'cancelled' : 'not_validated'

type Environment = keyof typeof ENVIRONMENT_WORDS
/** What has legal effect first. */
const ENVIRONMENTS: readonly Environment[] = ['prod', 'preprod', 'simulator']

/** A document whose taxes are added up. */
export type Taxed = {
  /** What the company that issues it is called, told apart from every other one. */
  company: string
  invoice_date: string
  status: Status
  environment: Environment
  invoice_type: string
  invoice_currency: string
  /** Ringgit for one unit of the currency; null where nobody knows. */
  exchange_rate: Decimal | null
  lines: readonly TaxedLine[]
}

/** What the company charges others, or what it owes by documents that it bills itself; each less what is given back. */
const SIDES = ['charged', 'self_billed'] as const
export type Side = (typeof SIDES)[number]

const sideOf = (kind: SumKind): Side => (kind.startsWith('self_billed') ? 'self_billed' : 'charged')

/** Documents that count alike, of one company and month ("2026-07"). */
type Section = { company: string; month: string; environment: Environment; status: TaxStatus; side: Side }
type Ringgit = { documents: number; taxable_myr: Decimal; tax_myr: Decimal }

/** What they have of one kind, tax type, rate and currency; what is given back has a minus. */
export type TaxRow = Section &
  Ringgit & {
    kind: SumKind
    tax_type: string
    /** In per cent; empty where the type has none, `OTHER_RATES` where there were too many. */
    tax_rate: string
    currency: string
    taxable: Decimal
    tax: Decimal
  }

/** What a section comes to, or (null) those of every month. Nothing else is added up: no return has it. */
export type TaxTotal = Omit<Section, 'month'> & { month: string | null } & Ringgit

/**
 * As many rows as are told apart. Months, kinds, types and currencies are few; rates are what people write, and from
 * there on those that had no row yet are put together.
 */
const ROWS_MAX = 10_000
export const OTHER_RATES = 'other'

/** Adds up what documents are taxed, one after the other, and holds no more than the rows of it. */
export const tallyTaxes = (rows_max = ROWS_MAX) => {
  const rows = new Map<string, TaxRow>()
  const sections = new Map<string, Section & { documents: number }>()
  return {
    add: (document: Taxed): void => {
      const section = sectionOf(document)
      countIn(sections, section)
      // What only other rates have in common is one row of a document too.
      const told = new Set<TaxRow>()
      for (const part of partsOf(document)) {
        const row = rowFor(rows, { ...section, ...part }, rows_max)
        addTo(row, part)
        if (!told.has(row)) row.documents += 1
        told.add(row)
      }
    },
    /** The rows of each section, then what it comes to; after those of a company what its months come to. */
    result: (): (TaxRow | TaxTotal)[] => inOrder([...rows.values()], [...sections.values()]),
  }
}
export type TaxTally = ReturnType<typeof tallyTaxes>

export const isTotal = (row: TaxRow | TaxTotal): row is TaxTotal => !('tax_type' in row)

const sectionOf = ({ company, invoice_date, environment, status, invoice_type }: Taxed): Section => ({
  ...{ company, month: invoice_date.slice(0, 7), environment },
  ...{ status: taxStatusOf(status), side: sideOf(kindOf(invoice_type)) },
})

type Placed = Pick<TaxTotal, keyof Section>

/** Names have blanks, and no line breaks. */
const keyOf = ({ company, month, environment, status, side }: Placed) =>
  [company, month, environment, status, side].join('\n')

const countIn = (sections: Map<string, Section & { documents: number }>, section: Section) => {
  const known = sections.get(keyOf(section)) ?? { ...section, documents: 0 }
  sections.set(keyOf(section), { ...known, documents: known.documents + 1 })
}

type Part = Omit<TaxRow, keyof Section | 'documents'>

/**
 * A document by type and rate. In ringgit each part is what it adds to the sum so far, rounded: so they come to the
 * document's own figures in ringgit, to the sen, as many as they are.
 */
const partsOf = ({ invoice_type, invoice_currency: currency, exchange_rate, lines }: Taxed): Part[] => {
  const kind = kindOf(invoice_type)
  const signed = (amount: Decimal) => twoPlaces(kind.endsWith('credited') ? subtract('0', amount) : amount)
  const rate = currency === 'MYR' ? '1' : exchange_rate
  const inRinggit = () => {
    let so_far = '0'
    return (amount: Decimal): Decimal => {
      if (rate === null) return '0.00'
      const before = convert(so_far, rate)
      so_far = add(so_far, amount)
      return signed(subtract(convert(so_far, rate), before))
    }
  }
  const [taxableMyr, taxMyr] = [inRinggit(), inRinggit()]
  return sumByTaxRate(lines).map(({ tax_type, tax_rate, taxable_amount, tax_amount }) => ({
    ...{ kind, tax_type, tax_rate, currency, taxable: signed(taxable_amount), tax: signed(tax_amount) },
    ...{ taxable_myr: taxableMyr(taxable_amount), tax_myr: taxMyr(tax_amount) },
  }))
}

const NOTHING = { documents: 0, taxable: '0.00', tax: '0.00', taxable_myr: '0.00', tax_myr: '0.00' }

const rowFor = (rows: Map<string, TaxRow>, part: Section & Part, rows_max: number): TaxRow => {
  const at = ({ kind, tax_type, tax_rate, currency }: Part) =>
    [keyOf(part), kind, tax_type, tax_rate, currency].join('\n')
  const known = rows.get(at(part))
  if (known) return known
  const named = rows.size < rows_max || part.tax_rate === '' ? part : { ...part, tax_rate: OTHER_RATES }
  const row = rows.get(at(named)) ?? { ...named, ...NOTHING }
  rows.set(at(named), row)
  return row
}

const addTo = (row: TaxRow, part: Part) => {
  for (const name of ['taxable', 'tax', 'taxable_myr', 'tax_myr'] as const) {
    row[name] = twoPlaces(add(row[name], part[name]))
  }
}

type Counted = Section & { documents: number }

const inOrder = (rows: TaxRow[], sections: Counted[]): (TaxRow | TaxTotal)[] => {
  const by_section = Map.groupBy(rows, keyOf)
  const ownOf = (place: Placed) => by_section.get(keyOf(place)) ?? []
  const totals = sections.map((section) => ({ ...section, ...ringgitOf(ownOf(section)) }))
  return [...totals, ...ofAllMonths(totals)]
    .toSorted(byPlace)
    .flatMap((total) => [...ownOf(total).toSorted(byRow), total])
}

/** By company and month, what has legal effect first, and of that what counts in a return. */
const byPlace = (one: Placed, other: Placed): number =>
  inText(one.company, other.company) ||
  inText(one.month ?? BEHIND_MONTHS, other.month ?? BEHIND_MONTHS) ||
  inList(ENVIRONMENTS, one.environment, other.environment) ||
  inList(TAX_STATUSES, one.status, other.status) ||
  inList(SIDES, one.side, other.side)

const BEHIND_MONTHS = '~'

const byRow = (one: TaxRow, other: TaxRow): number =>
  inList(SUM_KINDS, one.kind, other.kind) ||
  inText(one.tax_type, other.tax_type) ||
  byRate(one.tax_rate, other.tax_rate) ||
  inText(one.currency, other.currency)

const inText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const inList = (list: readonly string[], one: string, other: string) =>
  list.indexOf(one) - list.indexOf(other)

/** What is put together comes last. */
const byRate = (one: string, other: string): number => {
  if (one === other) return 0
  if (one === OTHER_RATES || other === OTHER_RATES) return one === OTHER_RATES ? 1 : -1
  return compare(one || '0', other || '0')
}

/** What sections alike come to, whatever their month. */
const ofAllMonths = (totals: readonly TaxTotal[]): TaxTotal[] => {
  const every = totals.map((total) => ({ ...total, month: null }))
  return [...Map.groupBy(every, keyOf).values()].flatMap((some) =>
    some.slice(0, 1).map((place) => ({ ...place, documents: countOf(some), ...ringgitOf(some) })),
  )
}

const countOf = (totals: readonly { documents: number }[]) =>
  totals.reduce((count, { documents }) => count + documents, 0)

const ringgitOf = (rows: readonly Pick<Ringgit, 'taxable_myr' | 'tax_myr'>[]) => ({
  taxable_myr: twoPlaces(add(...rows.map(({ taxable_myr }) => taxable_myr))),
  tax_myr: twoPlaces(add(...rows.map(({ tax_myr }) => tax_myr))),
})
