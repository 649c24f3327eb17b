import { useEffect, useState } from 'react'
import { intake } from '#contract/intake.ts'
import { call } from '../../api/call.ts'
import { useProfile } from '../../session/session.ts'
import { dropDraft, isAsSent, type KeptDraft, readDrafts } from './form/draft.ts'

/** Drafts of a form that cannot be opened; undefined until it is known which of them are stored. */
export type LeftBehind = { left: readonly KeptDraft[] | undefined; discard: (draft: KeptDraft) => void }

/**
 * What this person typed into a form that cannot be opened any more (`when`). The call of one of these drafts may have
 * arrived whose answer was lost: one that says no more than that would be offered for ever; what was typed since stays.
 */
export const useLeftBehind = (slot: string, when: boolean): LeftBehind => {
  const user_id = useProfile().id
  const [left, setLeft] = useState<readonly KeptDraft[]>()
  useEffect(() => {
    if (!when) return
    const tell = () => setLeft(readDrafts(localStorage, user_id, slot))
    // Where nobody can be asked now, it is offered until somebody can.
    dropArrived(user_id, slot).then(tell, tell)
  }, [when, user_id, slot])
  const discard = ({ shelf_key }: KeptDraft) => {
    dropDraft(localStorage, shelf_key)
    setLeft(readDrafts(localStorage, user_id, slot))
  }
  return { left, discard }
}

const dropArrived = async (user_id: string, slot: string) => {
  for (const { shelf_key, form, sending } of readDrafts(localStorage, user_id, slot)) {
    if (!sending || !isAsSent(form, sending)) continue
    const { UUIDs } = await call(intake.outcome, { body: { key: sending.key } })
    if (UUIDs.length > 0) dropDraft(localStorage, shelf_key)
  }
}
