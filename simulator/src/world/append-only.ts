import {
  closeSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { asJournalFailure } from './failure.ts'

/** What is asked of the operating system; tests pass a disk that is full. */
export type Disk = {
  /** Writes the bytes from the offset on at the file's end; answers how many went in, which may be fewer. */
  write(file: number, bytes: Buffer, offset: number): number
  /** Cuts the file to so many bytes. */
  cut(file: number, length: number): void
}

export const REAL_DISK: Disk = { write: writeSync, cut: ftruncateSync }

/** A file that only grows, by whole pieces. */
export type AppendOnly = {
  readonly path: string
  /** The bytes that count; of a piece that went in half, some may lie beyond them until they are cut off. */
  size(): number
  /** Answers where the piece begins. Throws JournalFailure, and then the file is as it was. */
  append(bytes: Buffer): number
  /** Gives up what lies beyond so many bytes. */
  cutBack(size: number): void
  readAll(): Buffer
  /** The bytes from `at` on, as far as there are any. */
  read(at: number, length: number): Buffer
  close(): void
}

/** Opens or makes the file, for its owner alone. */
export const openAppendOnly = (path: string, disk: Disk): AppendOnly => {
  const file = openSync(path, 'a+', 0o600)
  fchmodSync(file, 0o600)
  let size = fstatSync(file).size
  let torn = false
  const mend = () => {
    if (torn) disk.cut(file, size)
    torn = false
  }
  const cutBack = (wanted: number) => {
    size = wanted
    torn = true
    try {
      mend()
    } catch {
      // It stays torn, so the next piece begins by trying again.
    }
  }
  return {
    path,
    size: () => size,
    append: (bytes) => {
      try {
        mend()
        writeAll(disk, file, bytes)
      } catch (error) {
        cutBack(size)
        throw asJournalFailure(error, `write ${path}`)
      }
      size += bytes.length
      return size - bytes.length
    },
    cutBack,
    readAll: () => readFileSync(path),
    read: (at, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, at))
    },
    close: () => closeSync(file),
  }
}

const writeAll = (disk: Disk, file: number, bytes: Buffer): void => {
  for (let done = 0; done < bytes.length; ) {
    const written = disk.write(file, bytes, done)
    if (written === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}
