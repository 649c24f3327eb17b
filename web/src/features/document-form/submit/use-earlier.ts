import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { documents } from '#contract/documents.ts'
import { type IntakeReply, intake } from '#contract/intake.ts'
import { q, useSend } from '../../../api/queries.ts'
import { isAsSent, isKeyKnown, type Sending } from '../form/draft.ts'
import type { Editing } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'
import type { Outcome } from './outcome.ts'

/** What the draft remembers of a call that is on its way. */
export type CallMemory = {
  sending: () => Sending | undefined
  /** `upon`: the revision that the call made, where the form goes on upon that. */
  remember: (call: Sending | undefined, upon?: number) => void
  /** The revision upon which the form was written. */
  revision: () => number | undefined
}

type Given = {
  memory: CallMemory
  /** What an edit would replace; null for a new document. */
  edited: () => Editing | null
  /** The revision of which somebody was told, and upon which they send again. */
  told: RefObject<number | undefined>
  /** A correction replaces its original once: there is no other one beside it. */
  corrects: boolean
}

/**
 * What became of an earlier call whose answer was lost. Nothing where it stored nothing and never will, or where
 * somebody who was told what it stored sends again.
 */
export const useEarlier = ({ memory, edited, told, corrects }: Given) => {
  const storedBefore = useStoredBefore(memory)
  const readNow = useStoredNow()
  /** The call of a new document of which somebody was told. */
  const known = useRef<string | undefined>(undefined)

  /** The earlier call may have been followed by an edit of somebody else. */
  const goOnUponStored = async (upon: Editing, reply: IntakeReply): Promise<Outcome> => {
    const { revision, status } = await readNow(upon.uuid)
    told.current = revision
    if (revision !== upon.revision + 1) {
      memory.remember(undefined)
      return { kind: 'overtaken', uuid: upon.uuid, status }
    }
    memory.remember(undefined, revision)
    return { kind: 'arrived', reply, as: 'edit' }
  }

  return async (form: DocumentForm): Promise<Outcome | undefined> => {
    const earlier = memory.sending()
    const reply = earlier && (await storedBefore(earlier))
    if (!earlier || !reply) return undefined
    if (isAsSent(form, earlier)) return { kind: 'done', reply, earlier: true }
    const upon = edited()
    if (upon) return goOnUponStored(upon, reply)
    if (corrects) return { kind: 'arrived', reply, as: 'correction' }
    if (known.current === earlier.key) return undefined
    known.current = earlier.key
    return { kind: 'arrived', reply, as: 'new' }
  }
}

/** What the earlier call stored; null when it stored nothing and never will. */
const useStoredBefore = (memory: CallMemory) => {
  const { t } = useLingui()
  const ask = useSend(intake.outcome)
  return async ({ key, at }: Sending): Promise<IntakeReply | null> => {
    if (!isKeyKnown({ at }, Date.now())) {
      memory.remember(undefined)
      throw new TooOld(
        t`Sent over a day ago, and never answered. If it is not among your documents, request approval again.`,
      )
    }
    const stored = await ask.mutateAsync({ body: { key } })
    if (stored.UUIDs.length > 0) return { status: '', ...stored, errors: [] }
    memory.remember(undefined)
    return null
  }
}

export class TooOld extends Error {}

/** A document as it is stored now. */
export const useStoredNow = () => {
  const client = useQueryClient()
  return (uuid: string) => client.fetchQuery({ ...q(documents.get, { params: { uuid } }), staleTime: 0 })
}
