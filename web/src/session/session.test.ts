import { afterEach, expect, test, vi } from 'vitest'
import { session } from '#contract/people/session.ts'
import { askAgain } from '../api/ask-again.ts'
import { createQueryClient } from '../api/queries.ts'
import { readPermissions, readProfile } from './session.ts'

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
