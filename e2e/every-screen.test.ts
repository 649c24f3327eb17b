/**
 * Every screen and state in every language, look and width: axe, nothing wider than the window, no word of a control
 * cut, no control covered. The pseudo-language is longer than English by 40 %. `npm run test:screens` plays all, with
 * `SCREENS=ms` in one language, with `SHARD=2/5` the second fifth; at its end it says how many looks were judged.
 * `PICTURES=1` keeps two pictures of each view, to be looked at. `npm test` plays those that people see most.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { paths } from '../web/src/paths.ts'
import { startBrowser } from './browser.ts'
import { changeLook, DESK, LAPTOP, NARROW, PHONE } from './chromium.ts'
import { FORM_SCREENS } from './form-screens.ts'
import { findBarriers, findFaint, findMisplaced, overflowOf, sightOf } from './judging/axe.ts'
import { findHidden } from './judging/whole.ts'
import { answerWith, fillLists, nothingOf, shorten } from './lists/fill-lists.ts'
import { LIST_SCREENS } from './lists/list-screens.ts'
import { callAs, signIn } from './people.ts'
import { ADMINISTRATION_STATES } from './states/administration.ts'
import { DESK_STATES } from './states/desk.ts'
import { DOCUMENT_STATES } from './states/documents.ts'
import { type Made, makeDocuments, makeUpload, OPENED, type State } from './states/state.ts'
import { ofTurn } from './turn.ts'

const { SCREENS: wanted, SHARD: shard = '1/1', PICTURES: pictured } = process.env
const all = wanted !== undefined
const LANGUAGES = all
  ? ['en', 'ms', 'pseudo'].filter((one) => wanted === 'all' || wanted === one)
  : ['pseudo']
const WIDTHS = all ? [DESK, LAPTOP, PHONE, NARROW] : [DESK, NARROW]
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]
/** Of which looks a picture is kept. */
const PICTURED = new Set(pictured ? [`${DESK} light`, `${PHONE} dark`] : [])
/** Windows side by side. */
const LANES = all ? 2 : 1
const TEST_MS_MAX = 600_000
const SCREENSHOTS = join(import.meta.dirname, 'results/screens')
const WAIT = { timeout: 60_000 }

const { open } = startBrowser({ close: 'file', as_is: all })

let made: Made
/** What stands for `$id` in an address, by the name of its path. */
let ids: Readonly<Record<string, string>>
const lanes: Page[] = []
const waiting: ((page: Page) => void)[] = []
beforeAll(async () => {
  const [first, documents, lists, checked] = await Promise.all([
    ...([enter(), makeDocuments(), fillLists(), makeUpload()] as const),
  ])
  made = { ...documents, webhook: lists.webhook, checked }
  ids = {
    ...{ edit: made.rejected.uuid, import: lists.upload, webhook: lists.webhook, entity: await someEntity() },
    ...{ resetPassword: 'nonsense', setUp: 'nonsense', unsubscribe: 'nonsense' },
  }
  for (const list of LIST_SCREENS) {
    list.at = list.at.replace(':webhook', lists.webhook)
    list.call = list.call.replace(':webhook', lists.webhook)
  }
  lanes.push(first, ...(await Promise.all(Array.from({ length: LANES - 1 }, () => alike(first)))))
})

const enter = async () => {
  const page = await open()
  await signIn(page, 'devi')
  page.on('dialog', (dialog) => void dialog.accept())
  return page
}

/** Another window of the same session: signing in anew costs more. */
const alike = async (page: Page) => {
  const kept = await page.evaluate<object>('({ ...localStorage })')
  const other = await open()
  await other.goto('/log-in')
  await other.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`)
  other.on('dialog', (dialog) => void dialog.accept())
  return other
}

const someEntity = async () => {
  const answer = await (await callAs('devi')).get('/api/v1/entities/')
  const { entities } = (await answer.json()) as { entities: { id: string }[] }
  return entities[0]?.id ?? 'none'
}

/** In a window that nobody else uses meanwhile. */
const alone = async (act: (page: Page) => Promise<void>) => {
  const page = lanes.pop() ?? (await new Promise<Page>((resolve) => waiting.push(resolve)))
  try {
    await act(page)
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const next = waiting.shift()
    if (next) next(page)
    else lanes.push(page)
  }
}

/** Whatever is opened next is in this language. */
const keep = (page: Page, language: string) =>
  page.evaluate(`localStorage.setItem('language', ${JSON.stringify(language)})`)

/** Opens an address in this language, and waits until all that it shows has come. */
const load = async (page: Page, address: string, language: string) => {
  await keep(page, language)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const coming = page.locator('.mantine-Skeleton-root:visible, [aria-busy=true]:visible')
  await vi.waitUntil(async () => (await coming.count()) === 0, WAIT)
  return page
}

/** Speaks English no more, as when another tab of this browser chooses another language. */
const turnTo = async (page: Page, language: string) => {
  if (language === 'en') return
  await keep(page, language)
  const first = page.locator('a[href="#content"], h1').first()
  const english = await first.textContent()
  const chosen = JSON.stringify({ key: 'language', newValue: language })
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', ${chosen}))`)
  await vi.waitUntil(async () => (await first.textContent()) !== english, WAIT)
}

/** Answers the window that is to be judged: the given one, or one without a session. */
type Show = (page: Page, language: string) => Promise<Page>

/** It is reached by its English words, and what opens then is opened in the language. */
const showState =
  ({ reach, press, shown = OPENED, window }: State): Show =>
  async (lane, language) => {
    const page = window === 'own' ? await alike(lane) : window === 'outside' ? await outside() : lane
    await keep(page, 'en')
    // What lies behind a panel is judged along.
    for (const list of LIST_SCREENS) await shorten(page, list)
    await reach(page, made)
    const control = await press?.(page, made).elementHandle()
    await turnTo(page, language)
    await control?.click()
    if (control) await page.locator(shown).first().waitFor()
    return page
  }

/** `:name` or `$name` in an address is an id. */
const addressOf = (name: string, path: string) =>
  path.replace(/\$\w+/, () => {
    const id = ids[name]
    if (!id) throw new Error(`Every screen is judged: name an id for ${path} here.`)
    return id
  })

/** Names of the paths that are for people without a session, too. */
const SIGNED_OUT: ReadonlySet<string> = new Set(['login', 'resetPassword', 'setUp', 'unsubscribe'])

const outside = async () => {
  const page = await open()
  await page.goto('/log-in')
  return page
}

const routes = Object.entries(paths).map(([name, path]): [string, Show] => [
  path,
  async (page, language) => {
    const address = addressOf(name, path)
    if (SIGNED_OUT.has(name)) return load(await outside(), address, language)
    for (const list of LIST_SCREENS) await shorten(page, list)
    return load(page, address, language)
  },
])

const lists = LIST_SCREENS.flatMap((list): [string, Show][] => {
  const { opens } = list
  const reach = async (page: Page) => {
    // The row that is opened is one of many.
    await page.unrouteAll()
    await page.goto(list.at)
    await page.locator('[data-row]').first().waitFor()
    if (!opens) return
    const control = page.getByRole('button', { name: opens.control })
    await control
      .or(page.getByRole('link', { name: opens.control }))
      .first()
      .click()
    await opens.shown(page)
  }
  return [
    [
      `${list.at}, empty`,
      async (page, language) => {
        await answerWith(page, list, 200, nothingOf(list))
        return load(page, list.at, language)
      },
    ],
    ...(opens ? [[`${list.at}, opened`, showState({ reach })] as [string, Show]] : []),
  ]
})

const forms = FORM_SCREENS.map((form): [string, Show] => [
  `the form of ${form.noun}, refused`,
  showState({
    reach: async (page) => {
      await page.goto(form.at)
      await page.getByRole('button', { name: form.add, exact: true }).first().click()
      await page.getByRole('dialog').locator(':focus').first().waitFor()
    },
    press: (page) => page.getByRole('dialog').locator('button[type=submit]'),
    shown: '[role=dialog] [aria-invalid=true]',
  }),
])

const TABS = [
  ...[
    '/dashboard?tab=graphs',
    '/dashboard/my-account?tab=notifications',
    '/dashboard/customers?tab=inactive',
  ],
  ...['/admin/permission-management?tab=departments', '/admin/approval-requests?tab=decided'],
]
const EVERY: readonly [string, Show][] = [
  ...routes,
  ...TABS.map((at): [string, Show] => [at, (page, language) => load(page, at, language)]),
  ...Object.entries({ ...DOCUMENT_STATES, ...DESK_STATES, ...ADMINISTRATION_STATES }).map(
    ([name, state]): [string, Show] => [name, showState(state)],
  ),
  ...lists,
  ...forms,
]
/** What people see most. */
const SAMPLE: ReadonlySet<string> = new Set([
  ...['/dashboard', '/dashboard/invoices', '/dashboard/invoices/create', '/dashboard/my-account'],
  ...['dashboard, graphs', 'list with filters', 'quickview', 'the preview of an approver', 'an approval'],
  ...['a rejection', 'an upload and what became of it', 'the page of uploads', 'document form'],
  ...['document form with errors', 'a company', 'unknown address', 'quickview of a valid document'],
])

/**
 * In words, what each look of it lacks. What shows the same elements in the same colours as at another width is judged
 * by what the width decides; the dark one by its colours, since its layout is that of the light one.
 */
const judge = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = []
  const seen = new Set<string>()
  const look = async (width: number, scheme: Scheme) => {
    await changeLook(page, { width, scheme })
    if (PICTURED.has(`${width} ${scheme}`)) await picture(page, `${name} ${width} ${scheme}`)
    const sight = await sightOf(page)
    const known = seen.has(sight)
    seen.add(sight)
    const faults = scheme === 'light' ? await judgeLight(page, known) : known ? [] : await findFaint(page)
    found.push(...faults.map((fault) => `${width} ${scheme}: ${fault}`))
  }
  // What the pointer rests upon by chance shows its tip.
  await page.mouse.move(0, 0)
  // One of the two stays as it is from each look to the next.
  for (const [at, width] of WIDTHS.entries())
    for (const scheme of at % 2 === 0 ? SCHEMES : SCHEMES.toReversed()) await look(width, scheme)
  await changeLook(page, {})
  return found
}

const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(SCREENSHOTS, `${name.replace(/[^\w-]+/g, '_')}.png`), fullPage: true })

const judgeLight = async (page: Page, known: boolean) => {
  const wider = await overflowOf(page)
  const overflow = wider > 0 ? [`${wider} px wider than the window`] : []
  const barriers = known ? await findMisplaced(page) : await findBarriers(page)
  return [...overflow, ...(await findHidden(page)), ...barriers]
}

const [part = 1, parts = 1] = shard.split('/').map(Number)
const CHOSEN = all
  ? EVERY.filter((_, at) => at % parts === part - 1)
  : ofTurn(EVERY.filter(([name]) => SAMPLE.has(name)))

/** By language, how many were judged, and those in which nothing was found. */
const judged = Object.fromEntries(LANGUAGES.map((language) => [language, { all: 0, good: 0 }]))
afterAll(() => {
  if (!all) return
  const looks = WIDTHS.length * SCHEMES.length
  for (const [language, { all: count, good }] of Object.entries(judged)) {
    const of = `${CHOSEN.length} of shard ${shard} in ${language}`
    console.log(`${count} views of ${of} judged in ${looks} looks each, nothing found in ${good}`)
  }
})

describe.concurrent.each(CHOSEN)('%s', { timeout: TEST_MS_MAX }, (name, show) => {
  test.each(LANGUAGES)('in %s', (language) =>
    alone(async (page) => {
      const shown = await show(page, language)
      const found = await judge(shown, `${name} ${language}`)
      if (shown !== page) await shown.context().close()
      const counts = judged[language]
      if (counts) {
        counts.all += 1
        if (found.length === 0) counts.good += 1
      }
      // Told at once: the end of a whole run is long in coming.
      if (all && found.length > 0) console.log(`${name} in ${language}:`, found)
      expect(found).toEqual([])
    }),
  )
})
