/**
 * Loaded into the portal's own process before its program: tells over the channel what the process cost since it was
 * asked last. It counts CPU time of the thread that answers callers, not time of the clock, so that a busy machine
 * changes nothing. Asked, it first gives back what nobody uses any more (--expose-gc).
 */
const LOOK_EACH_MS = 5

/** `blocked_ms_max`: the longest that the thread worked before it looked at its timers again. */
export type Cost = { blocked_ms_max: number; rss_bytes: number; rss_bytes_max: number; cpu_ms: number }

const readCpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let seen_ms = readCpu()
let began_ms = seen_ms
let blocked_ms_max = 0
let rss_bytes_max = 0

const look = () => {
  const now_ms = readCpu()
  blocked_ms_max = Math.max(blocked_ms_max, now_ms - seen_ms)
  seen_ms = now_ms
  rss_bytes_max = Math.max(rss_bytes_max, process.memoryUsage.rss())
}
setInterval(look, LOOK_EACH_MS).unref()

process.on('message', () => {
  look()
  const cost = { blocked_ms_max, rss_bytes_max, cpu_ms: seen_ms - began_ms }
  globalThis.gc?.()
  const rss_bytes = process.memoryUsage.rss()
  process.send?.({ ...cost, rss_bytes } satisfies Cost)
  seen_ms = readCpu()
  began_ms = seen_ms
  blocked_ms_max = 0
  rss_bytes_max = rss_bytes
})
