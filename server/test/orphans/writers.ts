import { z } from 'zod'
import { intake } from '#contract/intake.ts'
import { payload } from '../build.ts'
import { type Call, insist, read } from '../crash/calling.ts'
import type { Told } from '../crash/clients.ts'

const WRITERS = 4
const PER_CALL = 3
/** Some rounds in a row, on a busy machine: a call may be cut off in each of them. */
const TRY_MS_MAX = 600_000

const Taken = z.object({
  Invoice_Numbers: z.array(z.string()),
  UUIDs: z.array(z.string()),
  errors: z.tuple([]),
})

export type Writers = ReturnType<typeof openWriters>

/**
 * Programs that bring documents without a pause, from now on. Whoever is cut off, or told that the portal is in
 * trouble, does not know what became of the call and repeats it with the same Idempotency-Key.
 */
export const openWriters = (call: Call) => {
  const told: Told = new Map()
  let closed = false
  let keys = 0
  let unheard = 0

  const write = async () => {
    while (!closed) {
      const body = [{ invoices_data: Array.from({ length: PER_CALL }, () => payload()) }]
      const request = { path: intake.submit.path, body, key: `call ${++keys}` }
      const reply = await insist(
        () => call('aminah', request),
        () => void unheard++,
        TRY_MS_MAX,
      )
      const { UUIDs, Invoice_Numbers } = read(Taken, reply)
      for (const [position, number] of Invoice_Numbers.entries())
        told.set(UUIDs[position] ?? '', { number, approved: false })
    }
  }
  const troubles: unknown[] = []
  const writers = Array.from({ length: WRITERS }, () => write().catch((error) => void troubles.push(error)))

  return {
    /** What the portal said that it stored. Throws when a writer gave up. */
    told: (): Told => {
      if (troubles.length > 0) throw troubles[0]
      return told
    },
    /** Calls whose end nobody heard. */
    unheard: () => unheard,
    /** Resolves when every call has its answer. */
    close: async () => {
      closed = true
      await Promise.all(writers)
    },
  }
}
