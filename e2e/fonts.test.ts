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
  await signIn(page, 'bakri', '/dashboard/invoices?buyer_name=Serangoon')
  await page.getByText('实龙岗灯饰').first().waitFor()
  await expect.poll(() => fetched.some((url) => url.includes('noto-sans-sc'))).toBe(true)
  await expect.poll(() => fetched.some((url) => url.includes('noto-sans-tamil'))).toBe(true)
  // The slices that hold these names' characters, not the whole face.
  const slices = await page.evaluate<{ declared: number; loaded: number }>(`(() => {
    const declared = [...document.fonts].filter(({ family }) => family.includes('Noto Sans SC'))
    return { declared: declared.length, loaded: declared.filter(({ status }) => status === 'loaded').length }
  })()`)
  expect(slices.loaded).toBeGreaterThan(0)
  expect(slices.loaded).toBeLessThan(slices.declared / 4)
})
