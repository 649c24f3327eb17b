import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Evaluated in the page: how many px wider the page is than its window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** No accessibility violation on what the page shows now, and no sideways scrolling. */
export const expectAccessible = async (page: Page, where: string) => {
  await judge(page, where, new AxeBuilder({ page }).withTags(RULES))
}

/** The same, of the rules that its colours and its width alone decide; in a layout that was judged whole before. */
export const expectReadable = (page: Page, where: string) =>
  judge(page, where, new AxeBuilder({ page }).withRules(['color-contrast', 'target-size']))

const judge = async (page: Page, where: string, rules: AxeBuilder) => {
  // Without it each judgement opens a page more, for frames of other origins; there are none.
  const { violations } = await rules.setLegacyMode().analyze()
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
  expect(found, `axe on ${where}`).toEqual([])
  await expectWithinWidth(page, where)
}

/** No sideways scrolling, on whatever a layout that was judged shows at another width. */
export const expectWithinWidth = async (page: Page, where: string) => {
  const overflow = await page.evaluate<number>(OVERFLOW)
  expect(overflow, `sideways scrolling on ${where}`).toBeLessThanOrEqual(0)
}
