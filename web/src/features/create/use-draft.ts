import { useEffect, useRef, useState } from 'react'
import { useProfile } from '../../session/session.ts'
import { type Draft, draftKey, dropDraft, keepDraft, readDraft } from './form/draft.ts'
import type { FormStore } from './form/store.ts'

const PAUSE_MS = 500

/**
 * Keeps the form in this browser half a second after the last keystroke, and offers back what an earlier visit
 * left. `stop` ends it for good once the document is stored.
 */
export const useDraft = (store: FormStore, slot: string) => {
  const key = draftKey(useProfile().id, slot)
  const [offered, setOffered] = useState<Draft | null>(() => readDraft(localStorage, key))
  const stopped = useRef(false)

  useEffect(() => {
    let timer = 0
    const keep = () => {
      clearTimeout(timer)
      if (store.get().touched && !stopped.current) keepDraft(localStorage, key, store.get().form, new Date())
    }
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(keep, PAUSE_MS)
    })
    // A tab that closes, or a session that ends, must not take the last words along.
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      unsubscribe()
      keep()
    }
  }, [store, key])

  return {
    offered,
    restore: () => {
      if (offered) store.replace(offered.form)
      setOffered(null)
    },
    discard: () => {
      dropDraft(localStorage, key)
      setOffered(null)
    },
    stop: () => {
      stopped.current = true
      setOffered(null)
      dropDraft(localStorage, key)
    },
  }
}
