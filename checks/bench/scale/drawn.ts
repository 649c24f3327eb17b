import fc from 'fast-check'
import { SORT_KEYS } from '#contract/document-rows.ts'
import { documents } from '#contract/documents.ts'
import type { Row } from '../report.ts'
import type { Archive } from './archive.ts'
import { type Asked, openAsker, wishOf } from './asking.ts'
import { percentile, WAIT_MS_MAX, wholeReads } from './waiting.ts'

const SEED = 14
const SLOWEST = 5

/** Few, some or most documents have each; some are what stands in the box while somebody types. */
const texts = fc.constantFrom<Record<string, string>>(
  ...[
    { buyer_name: 'bintang' },
    { buyer_name: 'trading' },
    { buyer_name: 'ab' },
    { buyer_name: 'Jaya 4323' },
  ],
  ...[{ buyer_name: 'sdn' }, { search: 'bintang' }, { search: '0005432' }, { search: 'ab' }, { search: 'x' }],
  ...[{ search: 'trading' }, { search: '0000' }, { invoice_number: '0001' }, { invoice_number: '54321' }],
  ...[{ invoice_number: '99' }, { invoice_number: 'INV' }, { agent_code: 'AG-17' }, { agent_code: 'AG-' }],
  ...[{ contract_number: 'CT-777' }, { contract_number: 'CT-' }, { contract_number: '77' }],
  ...[
    { buyer_tin_no: 'C20000004323' },
    { buyer_tin_no: '43' },
    { buyer_id_no: '2019' },
    { buyer_id_no: '43' },
  ],
  ...[{ buyer_email: 'akaun4323@' }, { buyer_email: 'akaun' }, { lhdn_uuid: 'AB12CD' }, { lhdn_uuid: 'AB' }],
)
const narrowings = fc.constantFrom<Record<string, string>>(
  ...['Validated', 'Invalid', 'Failed', 'LHDN Submission', 'User Cancelled', 'Pending'].map((status) => ({
    status,
  })),
  ...[{ invoice_type: '01' }, { invoice_type: '02' }, { document_type: 'SB' }, { document_type: '11' }],
  ...[{ sender_store_code: 'PEN01' }, { dateStart: '2024-06-01' }, { environment: 'simulator' }],
  ...[
    { dateStart: '2025-01-01', dateEnd: '2025-12-31' },
    { dateStart: '2026-03-01', dateEnd: '2026-03-31' },
  ],
)
const orders = fc.record({
  sort_by: fc.constantFrom(...SORT_KEYS),
  sort_order: fc.constantFrom('asc', 'desc'),
})
const queries = fc
  .tuple(
    fc.array(texts, { maxLength: 2 }),
    fc.array(narrowings, { maxLength: 2 }),
    fc.oneof(fc.constant({}), orders, orders),
    fc.constantFrom({}, {}, {}, {}, { page: '2' }, { page: '20' }, { page: '199' }),
  )
  .map(
    ([looked, narrowed, order, page]): Record<string, string> =>
      Object.assign({}, ...looked, ...narrowed, order, page),
  )

type Run = { count: number; rounds: number }

/** How long lists take that nobody thought of: filters, texts and orders drawn at random, from a fixed seed. */
export const benchDrawn = async (archive: Archive, { count, rounds }: Run): Promise<Row[]> => {
  const people = [
    { who: 'everything', ...(await archive.signIn('devi')) },
    { who: 'two departments', ...(await archive.signIn('aminah')) },
  ]
  const asked = fc.sample(queries, { seed: SEED, numRuns: count }).flatMap((query): Asked[] => {
    const name = `${new URLSearchParams(query)}`
    return people.map((person) => ({ call: { name, endpoint: documents.list, query }, person }))
  })
  const asker = openAsker()
  const whole = await wholeReads(archive, asker, asked)
  const taken: { ms: number; name: string }[] = []
  for (const one of asked) {
    const ms: number[] = []
    for (let round = 0; round < rounds; round++) ms.push(await asker.msOf(wishOf(archive.url, one)))
    taken.push({ ms: percentile(ms, 0.5), name: `${one.call.name} (${one.person.who})` })
  }
  await asker.close()
  if (whole.length > 0) console.log(`Read from end to end: ${whole.join('; ')}.`)
  const slowest = taken.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  console.log(
    `The slowest of those drawn: ${slowest.map(({ ms, name }) => `${ms.toFixed(0)} ms ${name}`).join('; ')}.`,
  )
  const among = (share: number) =>
    percentile(
      taken.map(({ ms }) => ms),
      share,
    )
  const told = [0.5, 0.9, 0.99, 1].map((share) => among(share).toFixed(0)).join(', ')
  return [
    {
      name: 'lists drawn at random that read no large table from end to end',
      figure: `${asked.length - whole.length} of ${asked.length}`,
      ...{ ratio: 1 - whole.length / asked.length, goal: 1, floor: 0.97 },
    },
    {
      name: 'nine of ten lists drawn at random',
      figure: `${told} ms (half, nine of ten, 99 of a hundred, the slowest)`,
      ...{ ratio: WAIT_MS_MAX / among(0.9), goal: 1, floor: 0.1 },
    },
  ]
}
