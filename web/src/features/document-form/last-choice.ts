import { z } from 'zod'
import type { LastChoice } from './form/choices.ts'

const Kept = z.object({ store_id: z.string().optional(), currency: z.string().optional() })
const keyOf = (user_id: string) => `last-choice:${user_id}`

/** The department and currency which this user chose last in this browser. */
export const readLastChoice = (user_id: string): LastChoice => {
  try {
    const read = Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '{}'))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}

export const keepLastChoice = (user_id: string, choice: LastChoice) => {
  try {
    localStorage.setItem(keyOf(user_id), JSON.stringify({ ...readLastChoice(user_id), ...choice }))
  } catch {
    // Without storage the clerk chooses again next time.
  }
}
