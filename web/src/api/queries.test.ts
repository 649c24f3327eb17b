import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { createQueryClient } from './queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends what is answered so, one after the other, and then taken. */
const send = async (...refusals: ApiError[]) => {
  let sent = 0
  const act = new MutationObserver<string, Error>(createQueryClient(), {
    mutationFn: async () => {
      const refusal = refusals[sent++]
      if (refusal) throw refusal
      return 'taken'
    },
  })
  const answer = act.mutate().catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return { answer: await answer, sent }
}

const busy = new ApiError(503, { code: 'busy', detail: 'Too many people ask at once.' })

test('what was refused at the door is sent again, some times', async () => {
  expect(await send(busy, busy)).toEqual({ answer: 'taken', sent: 3 })
  expect(await send(busy, busy, busy)).toEqual({ answer: busy, sent: 3 })
})

test.each([
  new ApiError(0, undefined),
  new ApiError(503, { code: 'database_unavailable' }),
  new ApiError(502, undefined),
  new ApiError(429, { code: 'too_many' }),
  new ApiError(409, { code: 'busy' }),
])('what may have been done, or is refused for what it is, is sent once: $status $code', async (refusal) => {
  expect(await send(refusal)).toEqual({ answer: refusal, sent: 1 })
})
