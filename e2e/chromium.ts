import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * The shell first: the same engine without what only people need, a quarter less work. To fill a form in by itself a
 * whole Chromium reads all fields of it again at each change, which takes longer than to type twenty lines does.
 */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'chrome'],
]
/** Work as root and on a closed network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A page lives for a second here: making its code faster costs more than it ever saves. */
const BRIEF = '--js-flags=--no-opt --no-maglev --max-lazy'
/** Only what is broken waits for so long; on a busy machine a screen may come after a while. */
const WAIT_MS_MAX = 60_000

export const DESK = 1440
export const LAPTOP = 1024
export const PHONE = 390
/** The narrowest that WCAG 2.2 asks for (1.4.10). */
export const NARROW = 320

export type Look = { width?: number; scheme?: 'light' | 'dark'; touch?: true }

/** The system's Chromium or Chrome, named by CHROMIUM_PATH or found on PATH. `as_is`: as people have it. */
export const launchChromium = ({ as_is = false } = {}) =>
  chromium.launch({
    executablePath: findChromium(),
    args: as_is ? FLAGS : [...FLAGS, BRIEF],
    headless: true,
  })

/** A fresh window on the product: no session, no memory; dates and language as in Malaysia. */
export const openWindow = async (browser: Browser, url: string, look: Look): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width ?? DESK, height: look.width === PHONE ? 844 : 900 },
    colorScheme: look.scheme ?? 'light',
    reducedMotion: 'reduce',
    hasTouch: look.touch ?? false,
    locale: 'en-MY',
    timezoneId: 'Asia/Kuala_Lumpur',
  })
  context.setDefaultTimeout(WAIT_MS_MAX)
  return context.newPage()
}

const findChromium = (): string => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = [
    process.env.CHROMIUM_PATH ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ].find((path) => path !== '' && existsSync(path))
  if (!found) throw new Error('No Chromium was found: install it, or name its program in CHROMIUM_PATH.')
  return found
}

const MOVES_MS_MAX = 2_000
/** Evaluated in the page: what moves has come to its end, but for what goes round for ever, or stands still. */
const ARRIVED = `Promise.race([
  new Promise((done) => setTimeout(done, ${MOVES_MS_MAX})),
  (async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const still = () => Promise.all(document.getAnimations().map((one) => one.finished)).catch(() => {})
    // What begins does so when it is painted; and what has come to its end may begin something else.
    for (const wait of [painted, still, painted, still]) await wait()
  })(),
])`

/** Turns a window into another look, and waits until nothing is on its way from one to the other. */
export const changeLook = async (page: Page, { width = DESK, scheme = 'light' }: Look) => {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' })
  // A colour between two schemes is none that anybody reads.
  await page.evaluate(ARRIVED)
}
