import { useEffect, useState } from 'react'
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
  const [stopped, setStopped] = useState(false)

  useEffect(() => {
    if (stopped) return
    let timer = 0
    const keep = () => {
      if (store.get().touched) keepDraft(localStorage, key, store.get().form, new Date())
    }
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(keep, PAUSE_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [store, key, stopped])

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
      setStopped(true)
      setOffered(null)
      dropDraft(localStorage, key)
    },
  }
}
