import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

const MB = 1024 * 1024

/** What this process and its children may use of the machine's memory, in bytes. */
export const usableMemory = (): number => Math.min(totalmem(), constrainedMemory() || totalmem())

/**
 * PostgreSQL's settings for a machine with so many bytes of memory, on which the portal runs as well. What it has by
 * default, 128 MB, is less than the indexes of an archive of a million documents. An eighth and a half are below what
 * its manual advises (a quarter and three quarters), for it is not alone; beyond 2 GB the operating system's own cache
 * serves as well.
 */
export const memorySettings = (bytes: number): string[] => [
  `shared_buffers=${between(bytes / 8, 128 * MB, 2048 * MB)}MB`,
  `effective_cache_size=${between(bytes / 2, 512 * MB, 65_536 * MB)}MB`,
  `maintenance_work_mem=${between(bytes / 32, 64 * MB, 512 * MB)}MB`,
  // Disks that turn are rare; what is read again is in memory.
  'random_page_cost=1.1',
]

/** In whole MB. */
const between = (bytes: number, least: number, most: number): number =>
  Math.floor(Math.min(most, Math.max(least, bytes)) / MB)
