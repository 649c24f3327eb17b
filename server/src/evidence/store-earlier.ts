import { sha256Hex } from '../platform/crypto/digest.ts'
import { type Anchors, readAnchor } from './anchor.ts'
import type { AnchorStore } from './anchor-objects.ts'

/**
 * Puts into the object store what it lacks of the anchors that come before this text, the newest first, each only where
 * it is the very file that the next one names. Answers which. A store that was set after the first day, or refused one
 * for longer than it is tried, would else have a hole: once the folder is lost, no verification is intact any more.
 */
export const storeEarlier = async (
  text: string,
  { anchors, anchor_store }: { anchors: Anchors; anchor_store: AnchorStore },
): Promise<string[]> => {
  const in_store = new Set(await anchor_store.list())
  const in_folder = new Set(await anchors.list())
  const lacking = [...in_folder].filter((file) => !in_store.has(file))
  const [oldest] = lacking
  const stored: string[] = []
  let before = readAnchor(text)?.previous
  while (before && oldest !== undefined && before.file >= oldest) {
    const { file, sha256 } = before
    const earlier = in_folder.has(file) ? await anchors.read(file) : await anchor_store.find(file)
    if (earlier === undefined || sha256Hex(earlier) !== sha256) break
    if (!in_store.has(file)) {
      await anchor_store.add({ file, text: earlier })
      stored.push(file)
    }
    before = readAnchor(earlier)?.previous
  }
  return stored
}
