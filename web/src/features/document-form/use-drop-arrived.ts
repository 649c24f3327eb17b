import { useEffect } from 'react'
import { intake } from '#contract/intake.ts'
import { call } from '../../api/call.ts'
import { useProfile } from '../../session/session.ts'
import { dropDraft, isAsSent, readDrafts } from './form/draft.ts'

/**
 * Of a document that cannot be edited (`when`) the call of an edit may have arrived whose answer was lost. A draft that
 * says no more than that would be offered for ever; what was typed since stays.
 */
export const useDropArrived = (slot: string, when: boolean) => {
  const user_id = useProfile().id
  useEffect(() => {
    // Where nobody can be asked now, it is offered until somebody can.
    if (when) dropArrived(user_id, slot).catch(() => undefined)
  }, [when, user_id, slot])
}

const dropArrived = async (user_id: string, slot: string) => {
  for (const { shelf_key, form, sending } of readDrafts(localStorage, user_id, slot)) {
    if (!sending || !isAsSent(form, sending)) continue
    const { UUIDs } = await call(intake.outcome, { body: { key: sending.key } })
    if (UUIDs.length > 0) dropDraft(localStorage, shelf_key)
  }
}
