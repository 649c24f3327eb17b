import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import type { AccountName } from '../../src/demo/company.ts'
import { payload } from '../build.ts'
import { addressOf } from '../client.ts'
import type { Random } from '../simulation/random.ts'
import type { World } from '../world.ts'
import { type Call, insist, openLine, read } from './calling.ts'
import { MORE_STORES } from './companies.ts'

/** Who brings documents, who approves them, and for which store. */
type Desk = { maker: AccountName; checker: AccountName; store: string }
const DESKS: readonly Desk[] = [
  { maker: 'aminah', checker: 'bakri', store: 'KUL01' },
  { maker: 'aminah', checker: 'bakri', store: 'PEN01' },
  { maker: 'chong', checker: 'devi', store: 'JHB01' },
  ...MORE_STORES.map((store) => ({ maker: 'devi', checker: 'farid', store }) as const),
]

const PER_CALL_MAX = 20
const APPROVALS_AT_ONCE = 4
/** One document in so many is never approved, and so must never be sent. */
const LEFT_PENDING_EACH = 8

const Taken = z.object({
  Invoice_Numbers: z.array(z.string()),
  UUIDs: z.array(z.string()),
  errors: z.tuple([]),
})
const Seen = z.object({ status: z.string() })

/** What the portal told a client about a document, by its uuid. */
export type Told = Map<string, { number: string; approved: boolean }>
/** Calls that were cut off; of the approvals, how many had had their effect all the same. */
export type CutOff = { creations: number; approvals: number; approved_unheard: number; turned_away: number }
type Office = { call: Call; told: Told; cut: CutOff; random: Random }

export type Clients = Awaited<ReturnType<typeof openClients>>

/**
 * People and programs that use the portal over HTTP. One whose call is cut off does what a real one does: it repeats
 * a creation with the same Idempotency-Key, and looks at the document before it approves again.
 */
export const openClients = async (world: World, url: string, random: Random) => {
  const people = [...new Set(DESKS.flatMap(({ maker, checker }) => [maker, checker]))]
  const call = await openLine(world, url, people)
  const cut: CutOff = { creations: 0, approvals: 0, approved_unheard: 0, turned_away: 0 }
  const office: Office = { call, told: new Map(), cut, random }
  const visits = new Set<Promise<void>>()
  const troubles: unknown[] = []
  let open = 0

  const visit = async (desk: Desk, key: string, count: number) => {
    const made = await create(office, desk, { key, count })
    const waiting = made.filter(() => random.below(LEFT_PENDING_EACH) > 0)
    open -= count - waiting.length
    const hands = Array.from({ length: APPROVALS_AT_ONCE }, async () => {
      for (let uuid = waiting.pop(); uuid !== undefined; uuid = waiting.pop()) {
        await approve(office, desk, uuid)
        open--
      }
    })
    await Promise.all(hands)
  }

  let keys = 0
  return {
    told: office.told,
    cut,
    /** Sends so many documents on their way, alone and in bulk, in several calls at once. Does not wait for them. */
    bring: (count: number) => {
      for (let left = count; left > 0; ) {
        const some = random.chance(0.3) ? 1 : Math.min(left, 2 + random.below(PER_CALL_MAX - 1))
        left -= some
        open += some
        const coming = visit(random.pick(DESKS), `visit ${++keys}`, some)
          .catch((error: unknown) => void troubles.push(error))
          .finally(() => visits.delete(coming))
        visits.add(coming)
      }
    },
    /** Documents that clients are about to create or approve. Throws when a client gave up. */
    open: (): number => {
      if (troubles.length > 0) throw troubles[0]
      return open
    },
    /** Resolves when every client has been told about everything it wanted. */
    done: async () => {
      await Promise.all(visits)
      if (troubles.length > 0) throw troubles[0]
    },
  }
}

const create = async (
  { call, told, cut }: Office,
  { maker, store }: Desk,
  { key, count }: { key: string; count: number },
): Promise<string[]> => {
  const made = Array.from({ length: count }, () => payload({ sender_store_code: store }))
  const request = { path: intake.submit.path, body: [{ invoices_data: made }], key }
  const reply = await insist(
    () => call(maker, request),
    (how) => {
      if (how === 'cut off') cut.creations++
      if (how === 'turned away') cut.turned_away++
    },
  )
  const { UUIDs, Invoice_Numbers } = read(Taken, reply)
  if (UUIDs.length !== count) throw new Error(`${key}: ${UUIDs.length} of ${count} documents were taken.`)
  for (const [position, number] of Invoice_Numbers.entries())
    told.set(UUIDs[position] ?? '', { number, approved: false })
  return UUIDs
}

const approve = async ({ call, told, cut }: Office, { checker }: Desk, uuid: string) => {
  const params = { uuid }
  const request = { path: addressOf(documents.approve, { params }), body: { status: 'Approved' } }
  const look = () => call(checker, { path: addressOf(documents.get, { params }) })
  for (;;) {
    const reply = await call(checker, request)
    // 409: the call that was cut off had its effect only while we looked.
    if (typeof reply === 'object' && reply.status !== 409) {
      read(Seen, reply)
      break
    }
    if (reply === 'cut off') cut.approvals++
    if (reply === 'turned away') cut.turned_away++
    if (read(Seen, await insist(look, () => {})).status === 'Pending Approval') continue
    cut.approved_unheard++
    break
  }
  told.set(uuid, { number: told.get(uuid)?.number ?? '', approved: true })
}
