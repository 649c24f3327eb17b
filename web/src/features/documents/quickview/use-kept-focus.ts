import { type RefObject, useEffect, useRef } from 'react'

const ABOVE = '[aria-modal="true"]'

/**
 * A step of the document takes away the button that led to it. Whoever had the focus there, or in the question that it
 * asked, has it in the panel then, not nowhere; as soon as nothing lies above it.
 */
export const useKeptFocus = (panel: RefObject<HTMLElement | null>, status: string | undefined): void => {
  const inside = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      inside.current = panel.current?.contains(target) === true || target.closest(ABOVE) !== null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [panel])
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the document has moved on
  useEffect(() => {
    let next = 0
    const look = () => {
      if (document.querySelector(ABOVE)) next = requestAnimationFrame(look)
      else if (inside.current && document.activeElement === document.body) panel.current?.focus()
    }
    look()
    return () => cancelAnimationFrame(next)
  }, [panel, status])
}
