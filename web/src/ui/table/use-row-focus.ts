import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusHeading } from '../focus-heading.ts'
import { focusNextRow } from './focus-row.ts'

/**
 * When the row within `frame` that has the focus goes, the next one takes it, or else the screen's heading. `keys` are
 * those of the rows shown.
 */
export const useRowFocus = (frame: RefObject<HTMLElement | null>, keys: readonly string[]) => {
  const held = useRef<string>(undefined)
  const shown = useRef(keys)
  useEffect(() => {
    const leave = new AbortController()
    // Not by React, which hears nothing of a focus that a closing dialog gives back.
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-row]') : null
      held.current = row?.getAttribute('data-row') ?? undefined
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      // To nowhere goes the focus of what is taken away.
      if (relatedTarget) held.current = undefined
    }
    frame.current?.addEventListener('focusin', note, leave)
    frame.current?.addEventListener('focusout', forget, leave)
    return () => leave.abort()
  }, [frame])
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = keys
    const gone = held.current
    if (gone === undefined || keys.includes(gone) || document.activeElement !== document.body) return
    held.current = undefined
    if (!focusNextRow(before, gone)) focusHeading()
  })
}
