import { useState } from 'react'
import { z } from 'zod'
import { useProfile } from '../../../session/session.ts'
import { type OnShelf, readShelf } from '../../../widgets/drafts/shelf.ts'

/** What the dashboard tells of a draft. */
const Draft = z.object({
  saved_at: z.iso.datetime(),
  sending: z.object({ at: z.iso.datetime() }).optional(),
  form: z.object({ customer: z.object({ name: z.string() }).nullable() }),
})
export type BoardDraft = OnShelf<z.infer<typeof Draft>>

/** The documents that this person began in this browser and has not sent, newest first, as they lay on arrival. */
export const useDrafts = (): BoardDraft[] => {
  const user_id = useProfile().id
  const [drafts] = useState(() => readShelf(localStorage, { user_id, schema: Draft }))
  return drafts
}
