import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Look, launchChromium, openWindow } from './chromium.ts'
import { ownProduct } from './own-product.ts'

/** Where the windows of a failed test are pictured. */
const RESULTS = join(import.meta.dirname, 'results')

/** `as_is`: as people have it, which pays where its pages live long. */
type Kept = { close?: 'each test' | 'file'; as_is?: boolean }

/**
 * One browser for the test file; its windows are closed after each test, or with the file. Whatever goes wrong inside
 * a page (an exception, an error on the console, a breach of the content policy, a text without its words) fails the
 * test that opened it.
 */
export const startBrowser = ({ close = 'each test', as_is = false }: Kept = {}) => {
  let browser: Browser
  const faults: string[] = []
  const expected: string[] = []
  beforeAll(async () => {
    browser = await launchChromium({ as_is })
  })
  afterAll(() => browser.close())
  afterEach(async ({ task }) => {
    const pages = browser.contexts().flatMap((context) => context.pages())
    if (task.result?.state === 'fail') await picture(pages, task.name)
    if (close === 'each test') {
      // An answer that a test changes may be on its way still.
      for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' })
      for (const context of browser.contexts()) await context.close()
    }
    const provoked = expected.splice(0)
    const others = faults.splice(0).filter((fault) => !provoked.some((words) => fault.includes(words)))
    expect(others, 'errors in the browser').toEqual([])
  })
  return {
    /** The test itself brings about errors with these words. */
    provoke: (words: string) => void expected.push(words),
    /** A window on the product, or on another one at `url`. */
    open: async (look: Look = {}, url = ownProduct().url): Promise<Page> => {
      const page = await openWindow(browser, url, look)
      const context = page.context()
      context.on('weberror', (error) => faults.push(error.error().message))
      context.on('console', (message) => {
        if (isFault(message.type(), message.text())) faults.push(message.text())
      })
      return page
    },
  }
}

const picture = async (pages: readonly Page[], name: string) => {
  const file = name.replace(/\W+/g, '-').slice(0, 60)
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: join(RESULTS, `${file}-${index + 1}.png`) })
  }
}

/** Chromium logs every 4xx answer as an error; refusals are part of the tests. */
const isFault = (type: string, text: string) =>
  (type === 'error' && !text.startsWith('Failed to load resource')) || text.startsWith('Uncompiled message')
