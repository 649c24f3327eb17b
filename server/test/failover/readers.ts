import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import type { AccountName } from '../../src/demo/company.ts'
import { addressOf } from '../client.ts'
import { type Call, insist, type Request, read } from '../crash/calling.ts'

const Listed = z.object({ results: z.array(z.object({ invoice_number: z.string() })) })

export type Reader = ReturnType<typeof openReader>

/**
 * Somebody who reads what they have written: in the list, by its number; in the file of all documents; and how many
 * there are. `missing` tells of what they had been told was written and did not read.
 */
export const openReader = (call: Call, who: AccountName) => {
  const missing: string[] = []
  const written: string[] = []
  let reads = 0
  const ask = async ({ path }: Pick<Request, 'path'>) => {
    const reply = await insist(
      () => call(who, { path }),
      () => {},
    )
    reads++
    return reply
  }

  const look = async (invoice_number: string) => {
    const list = read(Listed, await ask({ path: addressOf(documents.list, { query: { invoice_number } }) }))
    if (!list.results.some((row) => row.invoice_number === invoice_number))
      missing.push(`${invoice_number}: not in the list`)
  }
  const lookAll = async () => {
    const all = [...written]
    const { status, text } = await ask({ path: addressOf(documents.report, { query: {} }) })
    if (status !== 200) throw new Error(`A file was answered ${status}: ${text.slice(0, 500)}`)
    const there = new Set(text.split(/[",\r\n]+/))
    missing.push(...all.filter((number) => !there.has(number)).map((number) => `${number}: not in the file`))
  }
  return {
    missing,
    reads: () => reads,
    /** Something was written: it is looked for at once. */
    wrote: async (invoice_number: string) => {
      written.push(invoice_number)
      await look(invoice_number)
    },
    /** Reads on until it is over. */
    browse: async (over: AbortSignal) => {
      while (!over.aborted) {
        const last = written.at(-1)
        if (last !== undefined) await look(last)
        await lookAll()
        read(z.array(z.unknown()), await ask({ path: addressOf(documents.tabs, { query: {} }) }))
      }
    },
  }
}
