import type { Page } from 'playwright-core'

const TABS_MAX = 80

/** What the page calls the element in focus. */
const FOCUSED = `(() => {
  const { ariaLabel, labels, textContent, value } = document.activeElement
  return (ariaLabel ?? labels?.[0]?.textContent ?? (textContent || value)).trim()
})()`

/** Goes on by Tab from the head of the screen until the first control of this name; answers all that it came by. */
export const walk = async (page: Page, until: RegExp): Promise<string[]> => {
  await page.evaluate('document.querySelector("main").focus()')
  const walked: string[] = []
  while (walked.length < TABS_MAX && !until.test(walked.at(-1) ?? '')) {
    await page.keyboard.press('Tab')
    walked.push(await page.evaluate<string>(FOCUSED))
  }
  return walked
}

const MARK = `for (const one of document.querySelectorAll('[role=status], [aria-live]')) one.dataset.live = ''`

/** Marks what a screen reader listens to by now: it tells what comes into a place that was there before (`live`). */
export const markLive = (page: Page) => page.evaluate(MARK)

export const live = (page: Page, hasText: string | RegExp) => page.locator('[data-live]', { hasText })
