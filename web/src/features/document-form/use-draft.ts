import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { randomKey } from '../../api/random-key.ts'
import { useProfile } from '../../session/session.ts'
import { toastBad } from '../../ui/toasts.ts'
import { draftsOf } from '../../widgets/drafts/shelf.ts'
import { NEW_DOCUMENT } from '../../widgets/drafts/slot.ts'
import {
  draftKey,
  dropDraft,
  isOvertaken,
  type KeptDraft,
  keepDraft,
  readDrafts,
  revisionOf,
  type Sending,
} from './form/draft.ts'
import type { FormErrors } from './form/errors.ts'
import type { Editing } from './form/request.ts'
import type { DocumentForm } from './form/state.ts'
import type { FormStore } from './form/store.ts'

const PAUSE_MS = 500

/** The form that is kept: where, upon which state of a document, and what the authority said of its fields. */
type Kept = {
  slot: string
  editing?: Editing | undefined
  said?: ((form: DocumentForm) => FormErrors) | undefined
  draft?: string | undefined
}

const LEAVING = ['beforeunload', 'pagehide'] as const

/**
 * Keeps the form in this browser, and offers back what earlier visits left, which stays as it is until the clerk
 * decides. `stop` ends it for good once the document is stored.
 */
export const useDraft = (store: FormStore, { slot, editing, said, draft: wanted }: Kept) => {
  const { t } = useLingui()
  const user_id = useProfile().id
  const newKey = () => draftKey(user_id, slot, randomKey())
  const [first_key] = useState(newKey)
  const key = useRef(first_key)
  // Beside a new document all of them are offered, wherever they were begun.
  const read = () => readDrafts(localStorage, user_id, slot === NEW_DOCUMENT ? undefined : slot)
  const [offered, setOffered] = useState(read)
  const stopped = useRef(false)
  const sending = useRef<Sending | undefined>(undefined)
  const revision = useRef(editing?.revision)

  const keep = (): boolean => {
    if (stopped.current) return false
    const { form, errors } = store.get()
    const saved_at = new Date().toISOString()
    const upon = { revision: revision.current, sending: sending.current }
    return keepDraft(localStorage, key.current, { saved_at, form, errors, ...upon })
  }
  useKeeping(store, keep)
  // What another tab begins meanwhile is offered by the next form that is opened, and moves nothing in this one.
  useShelf(user_id, () => setOffered((before) => read().filter((one) => isAmong(before, one))))

  const offerOthers = () => setOffered(read().filter((one) => one.shelf_key !== key.current))
  const restore = ({ shelf_key }: KeptDraft) => {
    // Another tab may have sent it, or written on, since it was offered.
    const draft = read().find((one) => one.shelf_key === shelf_key)
    if (!draft) {
      toastBad(t`This draft is no longer here: it was sent or discarded in another tab.`, 'form')
      return offerOthers()
    }
    if (store.get().touched) keep()
    key.current = newKey()
    sending.current = draft.sending
    revision.current = editing && revisionOf(draft)
    store.replace(...restored(draft, { slot, editing, said }))
    if (keep()) dropDraft(localStorage, shelf_key)
    offerOthers()
  }
  useTakenUp(offered, wanted && draftsOf(user_id) + wanted, restore)
  return {
    offered,
    /** Keeps the form as it is now; answers whether it is kept. */
    keep,
    /**
     * Goes on with an earlier draft, whose call may still be unclear. What was typed beside the offer stays a draft of
     * its own, and the earlier one stays where the browser has no room for another. Upon a document that was changed
     * since, it stays a draft of the former state, so that the server tells of the conflict.
     */
    restore,
    discard: (draft: KeptDraft) => {
      dropDraft(localStorage, draft.shelf_key)
      offerOthers()
    },
    /** The revision of the edited document upon which the form was written. */
    revision: () => revision.current,
    /** The call whose answer is not known, and what to remember of it before it goes out or once it is known. */
    sending: () => sending.current,
    remember: (call: Sending | undefined, upon = revision.current) => {
      sending.current = call
      revision.current = upon
      keep()
    },
    stop: () => {
      stopped.current = true
      dropDraft(localStorage, key.current)
    },
  }
}

/**
 * The form of a draft, and what is said of it. One of another form goes on as a new document: that of whose number it
 * was is there, or gone, and this is none of it.
 */
const restored = (draft: KeptDraft, { slot, editing, said }: Kept): [DocumentForm, FormErrors] => {
  if (draft.slot !== slot) return [{ ...draft.form, invoice_number: '', cancel_reason: '' }, {}]
  const left = isOvertaken(draft, editing) ? undefined : draft.errors
  return [draft.form, left ?? said?.(draft.form) ?? {}]
}

type Take = (draft: KeptDraft) => void

/** Goes on with the draft of this key once, when the form opens. */
const useTakenUp = (offered: readonly KeptDraft[], wanted: string | undefined, take: Take) => {
  const taken = useRef(false)
  useEffect(() => {
    const draft = offered.find(({ shelf_key }) => shelf_key === wanted)
    if (!taken.current && draft) take(draft)
    taken.current = true
  })
}

const isAmong = (drafts: readonly KeptDraft[], { shelf_key }: KeptDraft) =>
  drafts.some((one) => one.shelf_key === shelf_key)

/** Hears of what other tabs do to the drafts of this person. */
const useShelf = (user_id: string, onChange: () => void) => {
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(draftsOf(user_id))) changed.current()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [user_id])
}

/** Keeps what was touched half a second after the last keystroke, and when the form or the tab is left. */
const useKeeping = (store: FormStore, keep: () => unknown) => {
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
    // A tab that closes, or a session that ends, must not take the last words along. What a page writes while it is
    // already hidden may come too late for the next one; a phone says nothing before.
    for (const event of LEAVING) window.addEventListener(event, keepIfTouched)
    return () => {
      for (const event of LEAVING) window.removeEventListener(event, keepIfTouched)
      unsubscribe()
      keepIfTouched()
    }
  }, [store])
}
