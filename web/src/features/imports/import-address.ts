import { z } from 'zod'
import { readAddress, text } from '../../ui/address/read-address.ts'

/** What decides what is seen of an upload: `step` goes back to its columns, the others choose its rows. */
export const readImport = readAddress({
  step: z.enum(['columns']),
  show: z.enum(['all', 'good', 'bad']),
  problem: text,
  columns: z.enum(['all']),
})
