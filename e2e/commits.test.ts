import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'
import { push } from './push.ts'
import { CALL, COLUMNS, FAILED, ID_CHARS, NO_ADDRESS, NO_AUTHOR } from './specified/commits.ts'

const { open } = startBrowser()

/** Later than all that the checkout may hold. */
const commit = (id: string, minute: number, more: object = {}) => ({
  ...{ id, timestamp: `2090-11-22T09:0${minute}:00+08:00`, url: `https://git.example/portal/commit/${id}` },
  ...{ author: { name: 'Aminah Yusof' }, removed: [], modified: [] },
  ...{ added: ['server/src/defects/list.ts', 'a.ts', 'b.ts', 'c.ts', 'd.ts'], ...more },
})
const whole = (id: string) => id.padEnd(40, '0')
const [KNOWN, NAMELESS, LARGE] = [whole('c0ffee1'), whole('deadbea'), whole('b16f11e')]

test('pushed commits stand in the log as specified, at both widths, and a failure is told', async () => {
  const many = Array.from({ length: 150 }, (_, at) => `codes/table-${at}.json`)
  await push([
    ...[commit(KNOWN, 2), commit(NAMELESS, 1, { author: null, url: 'javascript:alert(1)' })],
    commit(LARGE, 0, { added: many }),
  ])
  const page = await open()
  await signIn(page, 'devi', '/admin')
  await page.getByRole('link', { name: 'Master Code Logs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Master Code Logs' }).waitFor()

  const row = page.getByRole('row').filter({ hasText: KNOWN.slice(0, ID_CHARS) })
  const link = row.getByRole('link', { name: KNOWN.slice(0, ID_CHARS), exact: true })
  expect(await link.getAttribute('href')).toBe(`https://git.example/portal/commit/${KNOWN}`)
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  await row.getByText('and 2 more').waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(COLUMNS)
  const nameless = page.getByRole('row').filter({ hasText: NAMELESS.slice(0, ID_CHARS) })
  await nameless.getByText(NO_AUTHOR).waitFor()
  await nameless.getByText(NO_ADDRESS).waitFor()
  expect(await nameless.getByRole('link').count()).toBe(0)
  const large = page.getByRole('row').filter({ hasText: LARGE.slice(0, ID_CHARS) })
  await large.getByText('and 50 more files are not listed').waitFor()

  await page.setViewportSize({ width: PHONE, height: 844 })
  await page.getByText('5 added, 0 removed, 0 modified').first().waitFor()
  await page.getByText('and 50 more files are not listed').waitFor()
  await expectAccessible(page, 'the commit log on a phone')

  await page.route(
    (url) => url.pathname === CALL,
    (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }),
  )
  await page.reload()
  await page.getByText(FAILED).first().waitFor()
})
