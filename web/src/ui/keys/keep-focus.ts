/** What a way on may be: what opens a row, or the heading of what stands there. */
const NEAR = '[data-row] :is(a, button:enabled), :is(h1, h2, h3)'
const FIELD = '.mantine-InputWrapper-root'

/**
 * Whoever presses what then goes (a Retry that helped, the last Load More, a filter that is lifted) goes on from where
 * it was, not from the top of the page: with its field, else with what comes last before it, a row or a heading. What
 * only rests meanwhile, as buttons do that are busy, has the focus again afterwards. Whoever knows better has been
 * quicker: this looks once a frame has passed, and only where nothing has the focus.
 */
export const keepFocus = (): void => {
  let held: HTMLElement | undefined
  let next = 0
  // It moves with the page, and stays where its element was once that is gone.
  const place = document.createRange()
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    held = target
    place.selectNode(target)
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
    // A heading takes none by itself.
    if (near?.matches('h1, h2, h3')) near.tabIndex = -1
    near?.focus({ preventScroll: true })
  }
  new MutationObserver(() => {
    if (!held || document.activeElement !== document.body) return
    cancelAnimationFrame(next)
    next = requestAnimationFrame(look)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const isUsable = (element: HTMLElement | undefined) =>
  element?.isConnected === true && !element.matches(':disabled')

/** Within the smallest part of the page that has any. */
const findNear = (place: Range): HTMLElement | undefined => {
  const start = place.startContainer
  let part = start instanceof Element ? start : start.parentElement
  for (; part; part = part.parentElement) {
    const field = part.matches(FIELD) && part.querySelector<HTMLElement>('input, textarea, select')
    if (field) return field
    const all = [...part.querySelectorAll<HTMLElement>(NEAR)].filter((one) => one.checkVisibility())
    const near = all.findLast((one) => place.comparePoint(one, 0) < 0) ?? all[0]
    if (near) return near.closest('[data-row]')?.querySelector<HTMLElement>('a, button:enabled') ?? near
  }
  return undefined
}
