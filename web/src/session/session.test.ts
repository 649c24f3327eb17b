import { afterEach, expect, test, vi } from 'vitest'
import { session } from '#contract/people/session.ts'
import { askAgain } from '../api/ask-again.ts'
import { createQueryClient } from '../api/queries.ts'
import { loadSession, readPermissions, readProfile } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a door asks once, and again after the news that somebody’s rights are others', async () => {
  let now = { access_type: 'user', can_perform_mapping: false }
  const asked: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (to: string) => {
    asked.push(to)
    return Response.json(now)
  })
  const client = createQueryClient()
  const read = async () => ({ ...(await readProfile(client)), ...(await readPermissions(client)) })
  expect([await read(), await read()]).toMatchObject([now, now])
  expect(asked).toHaveLength(2)

  now = { access_type: 'superadmin', can_perform_mapping: true }
  await askAgain(client, [session.profile.id, session.permissions.id])
  expect(await read()).toMatchObject(now)
})

const LOGO_CHARS = 490_000

test.each([
  { room: 'enough', companies: 2, quota: 5_000_000, kept: LOGO_CHARS },
  { room: 'enough for drafts only', companies: 12, quota: 5_000_000, kept: 0 },
  { room: 'none', companies: 2, quota: 100, kept: undefined },
])('whoever has $companies companies with logos comes in, with $room to keep them', async (given) => {
  const kept = new Map([['profile', 'of somebody else']])
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem: (key: string) => kept.delete(key),
    setItem: (key: string, text: string) => {
      if (text.length > given.quota) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
  })
  const logo = { image: 'x'.repeat(LOGO_CHARS), name: 'Kinabalu' }
  const person = { language: null, image: '', sender_entities: Array(given.companies).fill(logo) }
  vi.stubGlobal('fetch', async () => Response.json(person))
  const client = createQueryClient()
  await loadSession(client)
  expect((await readProfile(client)).sender_entities).toHaveLength(given.companies)
  const read = JSON.parse(kept.get('profile') ?? 'null')
  expect(read?.sender_entities[0].image.length).toBe(given.kept)
})
