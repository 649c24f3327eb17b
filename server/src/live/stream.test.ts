import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStream, PAUSE_MS } from './stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let place = 0
const openOne = () => openStream({ place: () => `e.${place}`, random: () => 0.5 }, [])
type Stream = ReturnType<typeof openOne>
const taken = ({ events }: Stream) => String(events.read() ?? '')
const event = (at: number, ...old: string[]) =>
  `id: e.${at}\ndata: {"id":"e.${at}","old":${JSON.stringify(old)}}\n\n`

it('says first where it stands, and then what is heard within a pause as one event', () => {
  place = 1
  const stream = openOne()
  expect(taken(stream)).toBe(event(1))
  for (place = 2; place < 500; place += 1) stream.hear(['documents'])
  stream.hear(['notices'])
  vi.advanceTimersByTime(PAUSE_MS)
  expect(taken(stream)).toBe(event(500, 'documents', 'notices'))
  stream.hear(['imports'])
  vi.advanceTimersByTime(2 * PAUSE_MS)
  expect(taken(stream)).toBe(event(500, 'imports'))
  vi.advanceTimersByTime(60_000)
  expect(taken(stream)).toBe('')
})

it('keeps one event for a reader who is slow, whatever is heard, and then all of it', () => {
  place = 1
  const stream = openOne()
  for (let more = 0; more < 1_000; more += 1) {
    stream.hear(['documents', 'reports'])
    vi.advanceTimersByTime(PAUSE_MS)
  }
  expect(taken(stream)).toBe(event(1))
  vi.advanceTimersByTime(2 * PAUSE_MS)
  expect(taken(stream)).toBe(event(1, 'documents', 'reports'))
})

it('drops a reader who takes nothing from one beat to the next', async () => {
  const [slow, good] = [openOne(), openOne()]
  taken(good)
  for (const stream of [slow, good]) stream.beat()
  expect([slow.events.destroyed, taken(good)]).toEqual([false, ':\n\n'])
  for (const stream of [slow, good]) stream.beat()
  expect([slow.events.destroyed, good.events.destroyed]).toEqual([true, false])
  slow.hear(['documents'])
  expect(vi.getTimerCount()).toBe(0)
})
