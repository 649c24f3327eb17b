import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Look, launchChromium, openWindow } from './chromium.ts'

/**
 * One browser for the test file; its windows are closed after each test. Whatever goes wrong inside a page (an
 * exception, an error on the console, a breach of the content policy) fails the test that opened it.
 */
export const startBrowser = () => {
  let browser: Browser
  const faults: string[] = []
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(faults.splice(0), 'errors in the browser').toEqual([])
  })
  return {
    open: async (look: Look = {}): Promise<Page> => {
      const page = await openWindow(browser, inject('product').url, look)
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isAnswer(message.text())) faults.push(message.text())
      })
      return page
    },
  }
}

/** Chromium logs every 4xx answer as an error; refusals are part of the tests. */
const isAnswer = (text: string) => text.startsWith('Failed to load resource')
