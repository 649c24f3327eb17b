import { useEffect, useEffectEvent } from 'react'
import { own } from '#codes/own.ts'
import { readStroke, type Stroke } from './stroke.ts'

/** What keys do: a key (`j`, `/`) or two of them (`g d`), and its act. */
export type Keys = Readonly<Record<string, () => void>>

type Bound = { readKeys: () => Keys; in_dialog: boolean }

/** What is bound at present; who bound a key last has it. */
const bound: Bound[] = []

/** While this is shown these keys act, unless somebody types. `in_dialog`: also while a dialog is open. */
export const useKeys = (keys: Keys, { in_dialog = false }: { in_dialog?: boolean } = {}) => {
  const readKeys = useEffectEvent(() => keys)
  useEffect(() => {
    const ours = { readKeys: () => readKeys(), in_dialog }
    bound.push(ours)
    return () => {
      bound.splice(bound.indexOf(ours), 1)
    }
  }, [in_dialog])
}

/** No shortcut, but the way out of what is open: heard where shortcuts are switched off, too. */
const WAY_OUT = 'Escape'

/**
 * Listens for all who bound a key; stands once, in the shell, whose own `keys` come last. Off, nothing is heard but
 * Escape, by what it closes.
 */
export const useKeyHost = (on: boolean, keys: Keys) => {
  const findOwn = useEffectEvent((stroke: string) => own(keys, stroke))
  useEffect(() => {
    const leave = new AbortController()
    let stroke: Stroke = {}
    let within = false
    const hear = (event: KeyboardEvent) => {
      stroke = isTyping(event.target) ? {} : readStroke(event, stroke)
      if (stroke.keys === undefined || !(on || stroke.keys === WAY_OUT)) return
      const act = findAct(stroke.keys, within) ?? (on && !within ? findOwn(stroke.keys) : undefined)
      if (!act) return
      event.preventDefault()
      stroke = {}
      act()
    }
    // Before anybody hears of the key: the one that closes a dialog says nothing to the screen beneath.
    const look = () => {
      within = isDialogOpen()
    }
    window.addEventListener('keydown', look, { signal: leave.signal, capture: true })
    window.addEventListener('keydown', hear, { signal: leave.signal })
    return () => leave.abort()
  }, [on])
}

/** Where a letter is a letter. */
const TYPED = [
  'input:not([type=checkbox], [type=radio], [type=button])',
  ...['textarea', 'select', '[contenteditable=true]', '[role=combobox]', '[role=listbox]', '[role=menu]'],
].join()

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPED) !== null

const DIALOG = '[role="dialog"][aria-modal="true"], [data-covers]'

/** Whether a dialog lies above the screen, or what covers it while it rests (`data-covers`). */
export const isDialogOpen = () => document.querySelector(DIALOG) !== null

const findAct = (keys: string, within: boolean) => {
  for (const { readKeys, in_dialog } of bound.toReversed()) {
    const act = (in_dialog || !within) && own(readKeys(), keys)
    if (act) return act
  }
  return undefined
}
