import type { Page } from 'playwright-core'

/** Evaluated in the page. A control is judged only where nothing that was opened lies above it on purpose. */
const FIND = `(() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 1
  const named = (one) => one.ariaLabel || one.labels?.[0]?.textContent || one.tagName
  const words = (one) => (one.textContent.trim() || named(one)).slice(0, 60)
  const onTop = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  const opened = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].filter(seen)
  // In the order of the document, which is not always that in which they lie.
  const above = opened.findLast(onTop) ?? opened.at(-1)
  const within = above ?? document

  const cuts = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one)
    if (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) return true
    return (overflowY === 'hidden' || overflowY === 'clip') && one.scrollHeight > one.clientHeight + 2
  }
  const cut = [...within.querySelectorAll('button, a, label, h1, h2, h3, [role=tab], legend')]
    .flatMap((one) => [one, ...one.querySelectorAll('*')])
    .filter((one) => seen(one) && one.textContent.trim() !== '' && cuts(one))
    .filter((one) => !one.closest('td, .mantine-VisuallyHidden-root'))
    .map((one) => 'cut: ' + words(one))

  // One of two that stay in sight lies on the other.
  const overlaid = [...within.querySelectorAll('[data-pinned] + [data-pinned]')]
    .map((one) => [one.previousElementSibling, one])
    .filter(([first, next]) => seen(first) && seen(next))
    .filter(([first, next]) => first.getBoundingClientRect().right > next.getBoundingClientRect().left + 1)
    .map(([first]) => 'covered: ' + words(first))

  const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'
  const covered = [...within.querySelectorAll(controls)]
    .filter((one) => seen(one) && getComputedStyle(one).pointerEvents !== 'none')
    .filter((one) => !one.closest('[aria-hidden=true], [href="#content"], .mantine-Notifications-root'))
    .flatMap((one) => {
      // As the focus would bring it into sight.
      one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, top, width, height } = one.getClientRects()[0]
      // What is told in passing goes by itself.
      const hit = document
        .elementsFromPoint(left + width / 2, top + height / 2)
        .find((other) => !other.closest('.mantine-Notifications-root'))
      if ([one, ...(one.labels ?? [])].some((part) => part.contains(hit))) return []
      return ['covered: ' + words(one) + (hit ? ', by ' + hit.tagName + ' ' + words(hit) : ', outside')]
    })

  for (const one of document.querySelectorAll('*')) if (one.scrollTop || one.scrollLeft) one.scrollTo(0, 0)
  return [...cut, ...overlaid, ...covered]
})()`

/** Words of controls and heads that do not fit into their boxes, and controls that something else lies upon. */
export const findHidden = (page: Page) => page.evaluate<string[]>(FIND)

/** Evaluated in the page. */
const BENEATH = `[...document.querySelectorAll('th[data-pinned][data-acts]')].flatMap((acts) => {
  const { left } = acts.getBoundingClientRect()
  return [...acts.parentElement.children]
    .filter((head) => head !== acts && head.checkVisibility() && head.getBoundingClientRect().right > left + 1)
    .map((head) => head.textContent)
})`

/** Heads of columns that lie, whole or in part, beneath the buttons of the rows until one scrolls to them. */
export const findBeneathActions = (page: Page) => page.evaluate<string[]>(BENEATH)
