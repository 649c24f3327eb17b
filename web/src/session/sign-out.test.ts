import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readEnd, readToken, watchToken } from '../api/token.ts'
import { signOut } from './sign-out.ts'

let answer: PromiseWithResolvers<Response>
let told: string[]
beforeEach(() => {
  answer = Promise.withResolvers()
  told = []
  const kept = new Map([['token', 'of aminah']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', (to: string, { headers }: { headers: Record<string, string> }) => {
    told.push(`${to} ${headers.authorization}`)
    return answer.promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('whoever logs out is out at once, however long the server takes to be told', () => {
  signOut()
  expect([readToken(), readEnd()]).toEqual([null, 'chosen'])
  expect(told).toEqual(['/api/v1/token/logout/ Token of aminah'])
})

test('whoever logs out of a session that is over already has chosen to all the same', async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  const ends: string[] = []
  watchToken(() => ends.push(readEnd()))
  signOut()
  answer.resolve(Response.json({}, { status: 401 }))
  // Everything that the answer sets going comes before the next turn.
  await new Promise(setImmediate)
  expect(ends).toEqual(['chosen'])
})
