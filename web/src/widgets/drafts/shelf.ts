import type { z } from 'zod'

/** Where drafts are kept: the browser's local storage, or a stand-in with the same calls. */
export type DraftShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What lies on the shelf; `slot` is the form that it was begun in. */
export type OnShelf<Draft> = Draft & { shelf_key: string; slot: string }

/** What the keys of a user's drafts begin with; the slot follows, and after a `#` the opening of the form. */
export const draftsOf = (user_id: string) => `draft:${user_id}:`

type Wanted<Draft> = {
  user_id: string
  /** What the reader needs of each; what an older version wrote, and cannot be read, is left out. */
  schema: z.ZodType<Draft>
  /** Of all forms unless given. */
  slot?: string | undefined
}

/** The drafts of a user, newest first. */
export const readShelf = <Draft extends { saved_at: string }>(
  shelf: DraftShelf,
  { user_id, schema, slot }: Wanted<Draft>,
): OnShelf<Draft>[] => {
  const prefix = draftsOf(user_id)
  const keys = Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? '')
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((shelf_key) => {
      const of = shelf_key.slice(prefix.length).split('#')[0] ?? ''
      const draft = slot === undefined || slot === of ? readDraft(shelf.getItem(shelf_key), schema) : null
      return draft ? [{ ...draft, shelf_key, slot: of }] : []
    })
    .toSorted((a, b) => b.saved_at.localeCompare(a.saved_at))
}

const readDraft = <Draft>(text: string | null, schema: z.ZodType<Draft>): Draft | null => {
  try {
    const read = schema.safeParse(JSON.parse(text ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
