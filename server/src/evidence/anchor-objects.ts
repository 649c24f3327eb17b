import { sha256Hex } from '../platform/crypto/digest.ts'
import { isAbsent } from '../platform/files/absent.ts'
import type { Objects } from '../platform/objects/objects.ts'
import type { AnchorFile, Anchors } from './anchor.ts'
import { INSTALLATION } from './kind.ts'
import { tampered } from './problem.ts'

/**
 * Anchors in an object store, each under its day and the SHA-256 of its content: nothing else can take its place
 * unnoticed, whatever the store lets its keepers do. `add` throws where the day has another one; `find` throws Tampered
 * where a day has two, or one has the name of another.
 */
export type AnchorStore = {
  list(): Promise<string[]>
  find(file: string): Promise<string | undefined>
  add(anchor: AnchorFile): Promise<void>
}

const FOLDER = 'anchors/'
const KEY = /^anchors\/(\d{4}-\d{2}-\d{2})-([0-9a-f]{64})\.json$/
const ANCHOR_BYTES_MAX = 50_000_000

export const anchorObjects = (objects: Objects): AnchorStore => {
  const beginningOf = (file: string) => `${FOLDER}${file.replace(/\.json$/, '')}-`
  const keysOf = async (file: string) =>
    (await objects.list(beginningOf(file))).filter((key) => KEY.test(key))
  return {
    list: async () => {
      const days = (await objects.list(FOLDER)).flatMap((key) => KEY.exec(key)?.[1] ?? [])
      return [...new Set(days)].map((day) => `${day}.json`)
    },
    find: async (file) => {
      const [key, second] = await keysOf(file)
      if (key === undefined) return undefined
      if (second !== undefined) wrong(file, 'inserted', 'Two anchors of this day lie in the object store.')
      const text = (await objects.get(key, ANCHOR_BYTES_MAX)) ?? ''
      if (sha256Hex(text) !== KEY.exec(key)?.[2])
        wrong(file, 'altered', 'The anchor in the object store is not the one that was put there.')
      return text
    },
    add: async ({ file, text }) => {
      const key = `${beginningOf(file)}${sha256Hex(text)}.json`
      const keys = await keysOf(file)
      if (keys.some((other) => other !== key))
        throw new Error(`Another anchor of this day lies in the object store: ${keys[0]}.`)
      if (keys.length === 0) await objects.put(key, text)
    },
  }
}

/**
 * The anchors of both places: each is in one of them at least, and in both the same. `read` throws Tampered where they
 * differ: a rewriting that reached one of them only.
 */
export const anchorsOfBoth = (folder: Anchors, store: AnchorStore): Anchors => ({
  list: async () => [...new Set([...(await folder.list()), ...(await store.list())])].toSorted(),
  read: async (file) => {
    const kept = await store.find(file)
    const own = await folder.read(file).catch((error: unknown) => {
      if (kept !== undefined && isAbsent(error)) return kept
      throw error
    })
    if (kept !== undefined && own !== kept)
      wrong(file, 'altered', 'The anchor in the folder is not the one in the object store.')
    return own
  },
  add: folder.add,
})

const wrong = (file: string, what: 'altered' | 'inserted', why: string) =>
  tampered({ chain: INSTALLATION, kind: 'anchor', id: file, what, why })
