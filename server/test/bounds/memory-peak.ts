import { readFileSync } from 'node:fs'

/**
 * The most memory that this process ever had, in bytes. Not `process.resourceUsage().maxRSS`: that begins with what
 * the process had that started this one, and so measures a test that has read a large file.
 */
export const memoryPeak = (): number => {
  const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  if (kb === undefined) throw new Error('Linux tells no peak of this process.')
  return Number(kb) * 1_024
}
