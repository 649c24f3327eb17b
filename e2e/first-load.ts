/** How much a browser fetches before a screen is there, and how long that takes; for the tests and `npm run bench`. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openWindow, PHONE } from './chromium.ts'

/** `…_kb`: script as it is sent, in 1,024 bytes. `scripts`: how many are asked for. */
export const GOALS = {
  sign_in_kb: 90,
  list_kb: 200,
  scripts: 12,
  /** Largest contentful paint of the list, to that of a page of the same rows without any script. */
  paint_ratio: 2,
}

/** `ready`: what is there once the screen is. */
export const SIGN_IN = { path: '/log-in', ready: 'form' }
export const LIST = { path: '/dashboard/invoices', ready: '[data-row]' }

/** A phone on a weak network: 1.6 Mbps, 400 ms to an answer, a quarter of this machine. */
const SLOW = {
  network: { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  cpu: { rate: 4 },
}
/** It never ends. */
const STREAM = '/api/v1/live/'
/** What has come may ask for more, and that for more again. */
const TURNS_MAX = 30

export type FirstLoad = {
  scripts: number
  script_kb: number
  /** Addresses of the API, in the order in which they were asked. */
  calls: string[]
  /** When the largest thing on the screen was painted, since the address was opened. */
  painted_ms: number
  page: Page
}

type Wanted = { url: string; path: string; ready: string; token?: string; slow?: true }

/** Opens a screen in a window that knows nothing, as a phone does. The window stays open; close its context. */
export const loadFirst = async (browser: Browser, wanted: Wanted): Promise<FirstLoad> => {
  const page = await openWindow(browser, wanted.url, { width: PHONE })
  const { token } = wanted
  if (token) await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  const cdp = await page.context().newCDPSession(page)
  const fetched = await watch(cdp)
  if (wanted.slow) {
    await cdp.send('Network.emulateNetworkConditions', SLOW.network)
    await cdp.send('Emulation.setCPUThrottlingRate', SLOW.cpu)
  }
  await page.goto(wanted.path)
  await page.locator(wanted.ready).first().waitFor()
  let asked = 0
  for (let turn = 0; turn < TURNS_MAX && asked < fetched.all().length; turn += 1) {
    asked = fetched.all().length
    await fetched.quiet()
    await page.evaluate('new Promise((done) => requestIdleCallback(done))')
  }
  const all = fetched.all()
  const scripts = all.filter(({ type }) => type === 'Script')
  return {
    scripts: scripts.length,
    script_kb: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    calls: all.map((one) => one.address).filter((address) => new URL(address).pathname.startsWith('/api/')),
    painted_ms: await page.evaluate<number>(LARGEST_PAINT),
    page,
  }
}

type Fetched = { address: string; type: string; bytes: number }

/** Whatever the window asks for; `quiet` is fulfilled when nothing is on its way. */
const watch = async (cdp: CDPSession) => {
  const all = new Map<string, Fetched>()
  const on_their_way = new Set<string>()
  let waiting: (() => void)[] = []
  const end = ({ requestId }: { requestId: string }) => {
    on_their_way.delete(requestId)
    if (on_their_way.size > 0) return
    for (const done of waiting) done()
    waiting = []
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    if (!request.url.startsWith('http')) return
    all.set(requestId, { address: request.url, type, bytes: 0 })
    if (!request.url.includes(STREAM)) on_their_way.add(requestId)
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = all.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  cdp.on('Network.loadingFinished', end)
  cdp.on('Network.loadingFailed', end)
  await cdp.send('Network.enable')
  // Nobody is told anything: what is news is asked for again.
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: `*${STREAM}*` }] })
  const quiet = () =>
    new Promise<void>((done) => {
      if (on_their_way.size === 0) done()
      else waiting.push(done)
    })
  return { all: (): readonly Fetched[] => [...all.values()], quiet }
}

const LARGEST_PAINT = `new Promise((done) =>
  new PerformanceObserver((list) => done(Math.max(...list.getEntries().map((one) => one.startTime)))).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  }),
)`
