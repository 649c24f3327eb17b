/** Drives the system's Chromium as people do; whatever goes wrong in a page fails the test that opened it. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const WAIT_MS_MAX = 15_000

export type Look = { width?: number; scheme?: 'light' | 'dark' }

export const DESK = 1440
export const PHONE = 390

let browser: Browser

/** Starts one browser for the test file and closes every window after each test. */
export const startBrowser = () => {
  const faults: string[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS, headless: true })
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(faults.splice(0), 'errors in the browser').toEqual([])
  })
  return {
    /** A fresh window: no session, no memory. */
    open: async (look: Look = {}, more: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: inject('product').url,
        viewport: { width: look.width ?? DESK, height: look.width === PHONE ? 844 : 900 },
        colorScheme: look.scheme ?? 'light',
        reducedMotion: 'reduce',
        locale: 'en-MY',
        timezoneId: 'Asia/Kuala_Lumpur',
        ...more,
      })
      context.setDefaultTimeout(WAIT_MS_MAX)
      const page = await context.newPage()
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

const findChromium = (): string => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = [
    process.env.CHROMIUM_PATH ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ].find((path) => path !== '' && existsSync(path))
  if (!found) throw new Error('No Chromium was found: install it, or name its program in CHROMIUM_PATH.')
  return found
}
