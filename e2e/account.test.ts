/** My Account: who I am, what I hear of, my picture, and how the screens look in this browser. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, DESK, LAPTOP, PHONE } from './chromium.ts'
import { expectAccessible, expectReadable } from './judging/axe.ts'
import { signIn } from './people.ts'
import { NOTIFICATION_TEXTS as TEXTS } from './specified/notifications.ts'

const { open } = startBrowser()

const PICTURES = join(import.meta.dirname, '../server/src/platform/picture/fixtures')
const ADDRESS = '/dashboard/my-account'
const openAccount = async (page: Page, tab = '') => {
  await page.goto(`${ADDRESS}${tab}`)
  await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor()
}

test('can be used by everybody in each look', async () => {
  const page = await open()
  await signIn(page, 'gita')
  for (const [tab, shown] of [
    ['', page.getByRole('tabpanel', { name: 'Details' }).locator('dl > div').first()],
    ['?tab=notifications', page.getByRole('button', { name: 'Save Preferences' })],
  ] as const) {
    await openAccount(page, tab)
    await shown.waitFor()
    for (const width of [DESK, LAPTOP, PHONE]) {
      for (const scheme of ['light', 'dark'] as const) {
        await changeLook(page, { width, scheme })
        const judge = scheme === 'light' ? expectAccessible : expectReadable
        await judge(page, `${tab} of my account, ${width} ${scheme}`)
      }
    }
  }
})

test('is reached from the top bar and from My Team, and says who I am', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click()
  await page.waitForURL(`**${ADDRESS}`)
  const details = page.getByRole('tabpanel', { name: 'Details' }).locator('dl > div')
  await details.first().waitFor()
  const facts = await details.allInnerTexts()
  expect(facts.map((fact) => fact.split(/\s*\n\s*/))).toEqual([
    ['Username', 'aminah'],
    ['Email', 'aminah@lulus.example'],
    ['First Name', 'Aminah'],
    ['Last Name', expect.any(String)],
    ['Access Type', 'User'],
    ['Entities', 'Kinabalu Trading Sdn Bhd'],
    ['Roles', 'Makers'],
    ['Department Codes', 'KUL01, PEN01'],
  ])
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My Team' }).click()
  await page.waitForURL(`**${ADDRESS}`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/log-in')
})

describe('the notification preferences', () => {
  test('are kept for the person, and survive a look at the other tab', async () => {
    const page = await open()
    await signIn(page, 'bakri')
    await openAccount(page, '?tab=notifications')
    const invalid = page.getByRole('checkbox', { name: 'Invalid' })
    const how = page.getByRole('combobox', { name: 'How: On hold' })
    expect(await invalid.isChecked()).toBe(true)
    await page.getByText('LHDN found a document invalid.').waitFor()
    await invalid.uncheck()
    await how.selectOption('And in the daily mail')
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('tab', { name: TEXTS.tab }).click()
    await page.getByRole('button', { name: TEXTS.save }).click()
    await page.getByText(TEXTS.saved).waitFor()
    await page.reload()
    await invalid.waitFor()
    expect(await invalid.isChecked()).toBe(false)
    expect(await how.inputValue()).toBe('digest')
    expect(await page.getByRole('checkbox', { checked: false }).count()).toBe(1)
  })

  test('say that they are loading, and that they could not be saved', async () => {
    const page = await open()
    await signIn(page, 'bakri')
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/error_types/', async (route) => {
      await asked
      await route.continue()
    })
    await openAccount(page, '?tab=notifications')
    await page.getByRole('status').getByText(TEXTS.loading).waitFor()
    answer()
    await page.getByRole('button', { name: TEXTS.save }).waitFor()
    // Somebody is there: what comes with the first move of the pointer comes before the network goes.
    const toasts = page.waitForEvent('requestfinished', (request) => request.url().includes('/Toasts-'))
    await page.mouse.move(8, 8)
    await toasts
    await page.context().setOffline(true)
    await page.getByRole('button', { name: TEXTS.save }).click()
    await page.getByText(TEXTS.failed).waitFor()
  })
})

const inMain = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Profile image' })
/** Evaluated in the page: the sizes of all pictures of mine that are drawn. */
const DRAWN = `[...document.querySelectorAll('img')].filter((one) => one.src.startsWith('data:image/jpeg'))
  .map((one) => one.complete && [one.naturalWidth, one.naturalHeight].join(' × '))`

describe('the picture', () => {
  test('is sent as a small square, and stands on the page and in the top bar', async () => {
    const page = await open()
    await signIn(page, 'chong')
    await openAccount(page)
    await page.locator('input[type=file]').setInputFiles(join(PICTURES, 'glass.png'))
    await page.getByText('Profile image updated successfully!').waitFor()
    await inMain(page).waitFor()
    await expect.poll(() => page.evaluate(DRAWN)).toEqual(['256 × 256', '256 × 256'])
    const first = await inMain(page).getAttribute('src')
    await page.locator('input[type=file]').setInputFiles(join(PICTURES, 'door.jpeg'))
    await expect.poll(() => inMain(page).getAttribute('src')).not.toBe(first)
    await page.reload()
    await inMain(page).waitFor()
    await expect.poll(() => page.evaluate(DRAWN)).toEqual(['256 × 256', '256 × 256'])
  })

  test('is refused with its reason when it is none, and may be tried again', async () => {
    const page = await open()
    await signIn(page, 'ezra')
    await openAccount(page)
    const page_file = {
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    }
    await page.locator('input[type=file]').setInputFiles(page_file)
    await page.getByText('Failed to update profile image.').waitFor()
    await page.getByRole('alert').getByText('Please choose a PNG, JPEG or WebP picture.').waitFor()
    await page.locator('input[type=file]').setInputFiles(join(PICTURES, 'door.webp'))
    await inMain(page).waitFor()
    expect(await page.getByRole('alert').getByText('Please choose').count()).toBe(0)
  })

  test('of every kind is drawn as the server keeps it', async () => {
    const page = await open()
    await signIn(page, 'farid')
    await openAccount(page)
    const drawn: [string, unknown][] = []
    const names = (await readdir(PICTURES)).toSorted()
    for (const name of names) {
      const bytes = [...(await readFile(join(PICTURES, name)))]
      drawn.push([name, await page.evaluate(`(${KEPT_AND_DRAWN})(${JSON.stringify(bytes)})`)])
    }
    expect(drawn).toEqual([
      ['door.jpeg', true],
      ['door.webp', true],
      ['glass-lossless.webp', true],
      ['glass.png', true],
      ['glass.webp', true],
    ])
  })
})

/** A function of the page: sends a picture as it is, and says whether every pixel of what is kept is the same. */
const KEPT_AND_DRAWN = `async (bytes) => {
  const sent = new Blob([new Uint8Array(bytes)])
  const body = new FormData()
  body.set('image', sent, 'me')
  const headers = { authorization: 'Token ' + localStorage.getItem('token') }
  const answer = await fetch('/api/v1/user-profile/upload-image/', { method: 'PATCH', headers, body })
  const { image } = await answer.json()
  const [type, text] = image.slice('data:'.length).split(';base64,')
  const kept = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type })
  const pixels = async (blob) => {
    const drawn = await createImageBitmap(blob)
    const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')
    context.drawImage(drawn, 0, 0)
    return context.getImageData(0, 0, drawn.width, drawn.height).data.join()
  }
  return (await pixels(sent)) === (await pixels(kept))
}`

describe('the appearance', () => {
  /** Evaluated in the page. */
  const LOOK =
    '[document.documentElement.dataset.mantineColorScheme, document.documentElement.dataset.density]'
  const rowHeight = async (page: Page) => {
    await page.goto('/dashboard/customers')
    return (await page.locator('tr[data-row]').first().boundingBox())?.height
  }
  const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click()

  test('is kept by this browser, for every screen', async () => {
    const page = await open()
    await signIn(page, 'gita')
    expect(await rowHeight(page)).toBe(38)
    await openAccount(page)
    expect(await page.evaluate(LOOK)).toEqual(['light', 'comfortable'])
    await choose(page, 'Dark')
    await choose(page, 'Compact')
    await expect.poll(() => page.evaluate(LOOK)).toEqual(['dark', 'compact'])
    expect(await rowHeight(page)).toBe(30)
    expect(await page.evaluate(LOOK)).toEqual(['dark', 'compact'])
    await openAccount(page)
    expect(await page.getByRole('radio', { name: 'Compact' }).isChecked()).toBe(true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await choose(page, 'Light')
    await expect.poll(() => page.evaluate(LOOK)).toEqual(['light', 'compact'])
    await choose(page, 'System')
    await expect.poll(() => page.evaluate(LOOK)).toEqual(['dark', 'compact'])
  })
})
