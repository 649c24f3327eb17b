import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../e2e/chromium.ts'
import { type FirstLoad, GOALS, LIST, loadFirst, SIGN_IN } from '../../e2e/first-load.ts'
import { startProduct } from '../../e2e/product.ts'
import { tokenOf } from '../../e2e/token.ts'
import type { Row } from './report.ts'

/**
 * What a browser fetches before the sign-in and the list are there, and how long a slow phone waits for the list, as
 * many times as long as for a page of the same rows without any script, served beside it.
 */
export const benchFirstLoad = async (rounds: number): Promise<Row[]> => {
  const product = await startProduct()
  const browser = await launchChromium({ as_is: true })
  try {
    const { url } = product
    const token = await tokenOf('devi', product)
    const sign_in = await loadFirst(browser, { url, ...SIGN_IN })
    const list = await loadFirst(browser, { url, ...LIST, token })
    const still = await serveStill(list.page, url)
    const paint = async (wanted: { url: string; token?: string }) => {
      const { painted_ms, page } = await loadFirst(browser, { ...LIST, ...wanted, slow: true })
      await page.context().close()
      return painted_ms
    }
    const paints = []
    for (let round = 0; round < rounds; round += 1) {
      paints.push({ still_ms: await paint({ url: still.url }), list_ms: await paint({ url, token }) })
    }
    still.close()
    return [
      weight('sign-in, script', sign_in, GOALS.sign_in_kb),
      weight('list, script', list, GOALS.list_kb),
      paintRow(paints),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** How often the script fits into what it may weigh, or the files into their number, whichever is tighter. */
const weight = (name: string, { script_kb, scripts }: FirstLoad, kb_max: number): Row => ({
  name,
  figure: `${script_kb.toFixed(0)} KB of ${kb_max} in ${scripts} files of ${GOALS.scripts}`,
  ratio: Math.min(kb_max / script_kb, GOALS.scripts / scripts),
  goal: 1,
  floor: 1,
})

type Paints = { still_ms: number; list_ms: number }

/** The median of the rounds, each against the still page of its own round. */
const paintRow = (paints: readonly Paints[]): Row => {
  const sorted = paints.toSorted((a, b) => a.list_ms / a.still_ms - b.list_ms / b.still_ms)
  const { still_ms, list_ms } = sorted[Math.floor(sorted.length / 2)] ?? { still_ms: 0, list_ms: 1 }
  return {
    name: 'list on a slow phone, largest paint',
    figure: `${list_ms.toFixed(0)} ms, a still page ${still_ms.toFixed(0)} ms`,
    ratio: (GOALS.paint_ratio * still_ms) / list_ms,
    goal: 1,
    floor: 0.5,
  }
}

/** The page as it stands there, without its scripts and what they fetched, with the style sheets of the product. */
const serveStill = async (page: Page, url: string) => {
  const html = brotliCompressSync(await page.evaluate<string>(STILL))
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === LIST.path) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      return response.end(html)
    }
    get(new URL(path, url), { headers: { 'accept-encoding': 'br' } }, (file) => {
      response.writeHead(file.statusCode ?? 502, file.headers)
      file.pipe(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on a port has an address of that kind.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const STILL = `(() => {
  const still = document.documentElement.cloneNode(true)
  const later = 'script, link[rel="modulepreload"], link[rel="stylesheet"][href*="/fonts-"]'
  for (const one of still.querySelectorAll(later)) one.remove()
  return '<!doctype html>' + still.outerHTML
})()`
