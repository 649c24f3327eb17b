import { expect, test } from 'vitest'
import { openGate } from './gate.ts'
import { reportTo } from './network.ts'

const CREDENTIALS = { environment: 'simulator', client_id: 'lulus', client_secret: 'secret' } as const

/** What the gate hears of an answer. */
const heardOf = async (status: number, text: string, rate_limit?: number) => {
  const failures: (string | undefined)[] = []
  const limits: (number | undefined)[] = []
  const gate = {
    ...openGate(),
    report: async (_: string, __: string, ___: string, failure: string | undefined) =>
      void failures.push(failure),
    believe: async (_: string, __: string, limit: number | undefined) => void limits.push(limit),
  }
  const answer = { kind: 'response', status, correlation_id: '', retry_after_ms: null, text } as const
  await reportTo(gate, CREDENTIALS, 'submit', rate_limit === undefined ? answer : { ...answer, rate_limit })
  return { failed: failures.some((one) => one !== undefined), limits }
}

test.each([
  [403, '<html>Maintenance</html>', true],
  [404, '<html>Maintenance</html>', true],
  [403, '{"error":{"code":"Forbidden"}}', false],
  [404, '{"error":{"code":"NotFound"}}', false],
  [404, '', false],
  [200, '<html></html>', true],
  [200, '{"result":[]}', false],
  [200, '', false],
  [302, '', true],
  [308, '{}', true],
  [400, '<html>Bad request</html>', true],
  [400, '{"error":{"code":"BadArgument"}}', false],
  [400, '"Not conclusive"', false],
  [401, '<html>Sign in</html>', false],
  [407, '<html>Sign in to the proxy</html>', true],
  [408, '{"error":{"code":"Timeout"}}', true],
  // Believed on its status: the submission is refused, and nothing is lost.
  [413, '<html>Too large</html>', false],
  [429, '<html>Slow down</html>', false],
  [503, '', true],
])('of a %i that says %s the circuit hears: %s', async (status, text, failed) => {
  expect((await heardOf(status, text)).failed).toBe(failed)
})

test('a limit is told as it stands on an answer, and as absent only by an answer that is one', async () => {
  expect((await heardOf(200, '{}', 400)).limits).toEqual([400])
  expect((await heardOf(429, '', 400)).limits).toEqual([400])
  expect((await heardOf(202, '{}')).limits).toEqual([undefined])
  expect((await heardOf(200, '<html>Maintenance</html>')).limits).toEqual([])
  for (const status of [302, 400, 403, 429, 503]) expect((await heardOf(status, '')).limits).toEqual([])
})
