import { focusHeading } from '../focus-heading.ts'

const CONTROL = 'a, button:enabled'
const HEADING = 'h1, h2, h3'
/** What a way on may be: what opens a row, or the heading of what stands there. */
const NEAR = `[data-row] :is(${CONTROL}), ${HEADING}`
const FIELD = ':is(input, textarea, select):enabled'
/** Later than the library gives the focus back to what opened a dialog or a menu: 10 ms after that has closed. */
const PAUSE_MS = 50

/**
 * Whoever presses what then goes (a Retry that helped, the last Load More, a filter that is lifted) goes on from where
 * it was, not from the top of the page: with a field of its form, else with what comes last before it, a row or a
 * heading. What only rests meanwhile, as buttons do that are busy, has the focus again afterwards. Whoever knows better
 * has been quicker: this looks once a moment has passed, and only where nothing has the focus.
 */
export const keepFocus = (): void => {
  let held: HTMLElement | undefined
  let next = 0
  // It moves with the page, and stays where its element was once that is gone.
  const place = document.createRange()
  document.addEventListener('focusin', ({ target }) => {
    held = target instanceof HTMLElement ? target : undefined
    if (held) place.selectNode(held)
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // Left for nothing else, by a click beside it, it stays and is not wanted back.
    if (!relatedTarget) queueMicrotask(() => target === held && isUsable(held) && forget())
  })
  const forget = () => {
    held = undefined
  }
  const look = () => {
    if (!held || document.activeElement !== document.body) return
    if (isUsable(held)) held.focus({ preventScroll: true })
    if (held.isConnected) return
    forget()
    const near = findNear(place)
    if (near && !near.matches(HEADING)) near.focus({ preventScroll: true })
    else focusHeading(near)
  }
  new MutationObserver(() => {
    if (!held || document.activeElement !== document.body) return
    clearTimeout(next)
    next = window.setTimeout(look, PAUSE_MS)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const isUsable = (element: HTMLElement | undefined) =>
  element?.isConnected === true && !element.matches(':disabled')

/**
 * A field of the same form; else a row or a heading of the smallest part around that place which has one, within the
 * screen, or within the dialog that lies above it.
 */
const findNear = (place: Range): HTMLElement | undefined => {
  const start = place.startContainer
  let part = start instanceof Element ? start : start.parentElement
  let near = findLast(part?.closest('form, section'), FIELD, place)
  for (; !near && part && !part.querySelector('#content'); part = part.parentElement) {
    near =
      findLast(part, NEAR, place) ?? findLast(part.matches('[role=dialog]') ? part : null, CONTROL, place)
  }
  return near?.closest('[data-row]')?.querySelector<HTMLElement>(CONTROL) ?? near
}

/** The last one before that place, or else the first one behind it. */
const findLast = (part: Element | null | undefined, what: string, place: Range) => {
  const all = [...(part?.querySelectorAll<HTMLElement>(what) ?? [])].filter((one) => one.checkVisibility())
  return all.findLast((one) => place.comparePoint(one, 0) < 0) ?? all[0]
}
