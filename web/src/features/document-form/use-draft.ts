import { useEffect, useRef, useState } from 'react'
import { randomKey } from '../../api/random-key.ts'
import { useProfile } from '../../session/session.ts'
import {
  draftKey,
  dropDraft,
  type KeptDraft,
  keepDraft,
  NEW_DOCUMENT,
  readDrafts,
  type Sending,
} from './form/draft.ts'
import type { FormStore } from './form/store.ts'

const PAUSE_MS = 500

/**
 * Keeps the form in this browser half a second after the last keystroke, and offers back what earlier visits left,
 * which stays as it is until the clerk decides. `stop` ends it for good once the document is stored.
 */
export const useDraft = (store: FormStore, slot: string) => {
  const user_id = useProfile().id
  const [key] = useState(() => draftKey(user_id, slot, randomKey()))
  const [offered, setOffered] = useState(() =>
    // Beside a new document all of them are offered, wherever they were begun.
    readDrafts(localStorage, user_id, slot === NEW_DOCUMENT ? undefined : slot),
  )
  const stopped = useRef(false)
  const sending = useRef<Sending | undefined>(undefined)

  const keep = () => {
    if (stopped.current) return
    const { form } = store.get()
    const draft = { saved_at: new Date().toISOString(), form }
    keepDraft(localStorage, key, { ...draft, ...(sending.current && { sending: sending.current }) })
  }
  const keepNow = useRef(keep)
  keepNow.current = keep

  useEffect(() => {
    let timer = 0
    const keepIfTouched = () => {
      clearTimeout(timer)
      if (store.get().touched) keepNow.current()
    }
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(keepIfTouched, PAUSE_MS)
    })
    // A tab that closes, or a session that ends, must not take the last words along.
    window.addEventListener('pagehide', keepIfTouched)
    return () => {
      window.removeEventListener('pagehide', keepIfTouched)
      unsubscribe()
      keepIfTouched()
    }
  }, [store])

  const withdraw = (draft: KeptDraft) => {
    dropDraft(localStorage, draft.shelf_key)
    setOffered((all) => all.filter((one) => one !== draft))
  }
  return {
    offered,
    /** Goes on with an earlier draft, whose call may still be unclear. */
    restore: (draft: KeptDraft) => {
      sending.current = draft.sending
      store.replace(draft.form)
      keep()
      withdraw(draft)
    },
    discard: withdraw,
    /** The call whose answer is not known, and what to remember of it before it goes out or once it is known. */
    sending: () => sending.current,
    remember: (call: Sending | undefined) => {
      sending.current = call
      keep()
    },
    stop: () => {
      stopped.current = true
      dropDraft(localStorage, key)
    },
  }
}
