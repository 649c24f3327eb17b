import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast']
/** What the width decides, whatever is shown. */
const PLACES = ['target-size', 'scrollable-region-focusable']
const READABLE = [...COLOURS, ...PLACES]
/** Evaluated in the page: no rows are shown dimmed because others are on their way. */
const UNDIMMED = `!document.querySelector('[data-dimmed]:not([data-dimmed="false"])')`
/** Evaluated in the page: how many px wider the page is than its window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** No accessibility violation on what the page shows now, and no sideways scrolling. */
export const expectAccessible = async (page: Page, where: string) => {
  expectNone(await findBarriers(page), where)
  await expectWithinWidth(page, where)
}

/** The same, of the rules that its colours and its width alone decide; in a layout that was judged whole before. */
export const expectReadable = async (page: Page, where: string) => {
  expectNone(await findUnreadable(page), where)
  await expectWithinWidth(page, where)
}

/** What is found stands in the message: the end of a run's log tells no more of a failure. */
const expectNone = (found: string[], where: string) =>
  expect(found, `axe on ${where}: ${found.join('; ').replaceAll('\n', ' ')}`).toEqual([])

/** What axe finds on what the page shows now, in words. */
export const findBarriers = (page: Page) => runAxe(page, { type: 'tag', values: RULES })

/** The same, of the rules that its colours and its width alone decide. */
const findUnreadable = (page: Page) => runAxe(page, { type: 'rule', values: READABLE })

/** The same, of what the width alone decides: of elements and colours that were judged whole at another. */
export const findMisplaced = (page: Page) => runAxe(page, { type: 'rule', values: PLACES })

/** The same, of what the colours alone decide: of a layout that was judged whole in others. */
export const findFaint = (page: Page) => runAxe(page, { type: 'rule', values: COLOURS })

/** Evaluated in the page. */
const SIGHT = `(async () => {
  const parts = [...document.body.querySelectorAll('*')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => {
      const { color, backgroundColor, backgroundImage, fontSize, fontWeight } = getComputedStyle(one)
      const named = [...one.attributes].filter(({ name }) => name !== 'style')
      const said = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      return [one.tagName, color, backgroundColor, backgroundImage, fontSize, fontWeight]
        .concat(named.map(({ name, value }) => name + value), said.map((node) => node.data))
    })
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
})()`

/** Two looks are alike where this is: the same elements are seen in the same colours, wherever they stand. */
export const sightOf = (page: Page) => page.evaluate<string>(SIGHT)

/**
 * Its half megabyte of code is read once for each page that was loaded, and of what it answers only the violations
 * leave the page: both take longer than the judgement.
 */
const runAxe = async (page: Page, runOnly: { type: 'rule' | 'tag'; values: readonly string[] }) => {
  await page.waitForFunction(UNDIMMED)
  const known = await page.evaluate<boolean>('"axe" in window')
  if (!known) await new AxeBuilder({ page }).withRules(['html-has-lang']).setLegacyMode().analyze()
  const options = { runOnly, resultTypes: ['violations'], preload: false, iframes: false }
  return page.evaluate<string[]>(`(async () => {
    const run = async (within, options) => (await axe.run(within, options)).violations
    const violations = await run(document, ${JSON.stringify(options)})
    const found = []
    for (const { id, nodes } of violations) for (const { target, failureSummary: why = '' } of nodes) {
      const told = id + ': ' + target.join(' ') + ' ' + why
      if (!why.includes('partially obscured')) found.push(told)
      // Under the edge of what scrolls there is always something; whether it can be brought out counts.
      else {
        const one = document.querySelector(target)
        one.scrollIntoView({ block: 'center' })
        const still = await run(one, { runOnly: { type: 'rule', values: [id] } })
        if (still.length > 0) found.push(told)
      }
    }
    for (const one of document.querySelectorAll('*')) if (one.scrollTop || one.scrollLeft) one.scrollTo(0, 0)
    return found
  })()`)
}

/** No sideways scrolling, on whatever a layout that was judged shows at another width. */
export const expectWithinWidth = async (page: Page, where: string) => {
  expect(await overflowOf(page), `sideways scrolling on ${where}`).toBeLessThanOrEqual(0)
}

/** How many px the page is wider than its window; 0 or less: it does not scroll sideways. */
export const overflowOf = (page: Page) => page.evaluate<number>(OVERFLOW)
