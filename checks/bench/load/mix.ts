import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import { payload } from '../../../server/test/build.ts'
import { addressOf } from '../../../server/test/client.ts'

/** Of a hundred calls of an office so many each (issue of growth: what fifty people do). */
const SHARES = { list: 60, quickview: 20, dashboard: 10, create: 5, approve: 5 } as const
export type Kind = keyof typeof SHARES | 'pdf'

/** Who does it: anybody, or those who may. */
export type Errand = { kind: Kind; who: 'anybody' | 'maker' | 'approver'; address: string; body?: unknown }

/** What an office knows of documents: some to look at, some to print, and those that wait for approval. */
export type Desk = { seen: readonly string[]; valid: readonly string[]; pending: string[] }

/** As often as they stand there. */
const QUERIES: Record<string, string>[] = [
  ...[{}, {}, {}, {}, {}, {}, { status: 'Pending Approval' }, { status: 'Validated' }, { status: 'Failed' }],
  ...[{ page: '2' }, { page: '3' }, { page: '20' }, { sender_store_code: 'PEN01' }, { search: '0005432' }],
  ...[{ sort_by: 'customer.name', sort_order: 'asc' }, { buyer_tin_no: 'C20000004323' }],
]
const PAGES = QUERIES.map((query) => addressOf(documents.list, { query }))
const FIGURES = Object.values(dashboard).map((endpoint) => addressOf(endpoint, {}))

/** The next errand. `random` answers from 0 to 1. */
export const nextErrand = (desk: Desk, random: () => number): Errand => {
  const kind = kindOf(random() * 100)
  const uuid = kind === 'approve' ? desk.pending.shift() : undefined
  if (uuid !== undefined) {
    const address = addressOf(documents.approve, { params: { uuid } })
    return { kind, who: 'approver', address, body: { status: 'Approved' } }
  }
  if (kind === 'list') return { kind, who: 'anybody', address: pick(PAGES, random) }
  if (kind === 'dashboard') return { kind, who: 'anybody', address: pick(FIGURES, random) }
  if (kind === 'quickview') {
    const params = { uuid: pick(desk.seen, random) }
    return { kind, who: 'approver', address: addressOf(documents.get, { params }) }
  }
  // Whoever finds nothing to approve writes something.
  const body = [{ invoices_data: [payload({ sender_store_code: 'KUL01' })] }]
  return { kind: 'create', who: 'maker', address: addressOf(intake.submit, {}), body }
}

/** Somebody wants a document on paper. */
export const pdfErrand = ({ valid }: Desk, random: () => number): Errand => ({
  ...{ kind: 'pdf', who: 'approver' },
  address: addressOf(documents.pdf, { query: { uuid: pick(valid, random) } }),
})

const kindOf = (drawn: number): Kind => {
  let until = 0
  for (const [kind, share] of Object.entries(SHARES) as [Kind, number][]) {
    // the keys of this very object
    until += share
    if (drawn < until) return kind
  }
  return 'list'
}

const pick = <T>(all: readonly T[], random: () => number): T => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}
