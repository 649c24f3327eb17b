import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('Chinese and Tamil names bring their own faces, and pages without them fetch none', async () => {
  const page = await open()
  const fetched: string[] = []
  page.on('response', (answer) => {
    if (answer.ok() && /noto.*\.woff2/.test(answer.url())) fetched.push(answer.url())
  })
  await page.goto('/log-in')
  await page.getByLabel('Username').waitFor()
  await page.evaluate('document.fonts.ready.then(() => null)')
  expect(fetched).toEqual([])
  await signIn(page, 'bakri')
  await page.goto('/dashboard/invoices?buyer_name=Serangoon')
  await page.getByText('实龙岗灯饰').first().waitFor()
  await expect.poll(() => fetched.some((url) => url.includes('noto-sans-sc'))).toBe(true)
  await expect.poll(() => fetched.some((url) => url.includes('noto-sans-tamil'))).toBe(true)
  // A slice or two, not the whole face.
  expect(fetched.length).toBeLessThan(8)
})
