import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** What a run leaves there at most is a third of it; the rest is for programs and the database's own memory. */
const ROOM_BYTES_MIN = 6 * GIB
const AVAILABLE_BYTES_MIN = 10 * GIB
const NAME = /^lulus-tests-(\d+)$/
/** Databases run as another user than root, and make files of their own there. */
const FOR_EVERYBODY = 0o1777

/**
 * The folder of this run for all that its tests write, to be its `TMPDIR`; gone when the process ends. It lies in
 * memory where there is room for it: a database for each test file is a thousand small files, and a disk takes ten
 * times as long to make them. What a run that was killed has left is removed first.
 */
export const ownFolder = (): string => {
  const parent = isRoomy() ? MEMORY : tmpdir()
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) remove(join(parent, name))
  }
  const folder = join(parent, `lulus-tests-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, FOR_EVERYBODY)
  process.once('exit', () => remove(folder))
  return folder
}

const isRoomy = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_BYTES_MIN && process.availableMemory() > AVAILABLE_BYTES_MIN
  } catch {
    return false
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** As far as it may: somebody else's stays. */
const remove = (folder: string) => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}
