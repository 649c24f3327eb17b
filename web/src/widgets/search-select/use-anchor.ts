import { type RefObject, useLayoutEffect, useState } from 'react'

export type Place = { left: number; width: number; top?: number; bottom?: number; max_height: number }

const GAP_PX = 4
const MARGIN_PX = 8
const HEIGHT_PX_MAX = 320

/**
 * Where a list hangs beneath (or above) its field in the window, kept right while the page scrolls. The list is
 * drawn outside the table, since a table that scrolls inside itself would cut it off.
 */
export const useAnchor = (
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  width_min: number,
): Place | null => {
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    const measure = () =>
      anchor.current && setPlace(placeBy(anchor.current.getBoundingClientRect(), width_min))
    measure()
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, { capture: true })
      window.removeEventListener('resize', measure)
    }
  }, [anchor, open, width_min])
  return open ? place : null
}

const placeBy = (field: DOMRect, width_min: number): Place => {
  const width = Math.min(Math.max(field.width, width_min), window.innerWidth - 2 * MARGIN_PX)
  const left = Math.max(MARGIN_PX, Math.min(field.left, window.innerWidth - width - MARGIN_PX))
  const below = window.innerHeight - field.bottom - GAP_PX - MARGIN_PX
  const above = field.top - GAP_PX - MARGIN_PX
  const max_height = Math.min(HEIGHT_PX_MAX, Math.max(below, above))
  return below >= Math.min(HEIGHT_PX_MAX, 200) || below >= above
    ? { left, width, max_height, top: field.bottom + GAP_PX }
    : { left, width, max_height, bottom: window.innerHeight - field.top + GAP_PX }
}
