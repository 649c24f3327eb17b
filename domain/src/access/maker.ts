import { type Answer, no, yes } from './answer.ts'
import type { Caller } from './caller.ts'

/** Who made a thing and who changed it last, by user id; null where no person did. */
export type Made = { created_by: string | null; last_edited_by: string | null }

export type MakerSettings = { allow_self_approval: boolean }

/**
 * Maker and checker (decisions.md §2): nobody decides about what they made or edited last, superadmins included.
 * `noun` is what the thing is called in words and code: `document`, `request`.
 */
export const checkMaker = <const Noun extends string>(
  caller: Caller,
  noun: Noun,
  { created_by, last_edited_by, allow_self_approval }: Made & MakerSettings,
): Answer<`own_${Noun}`> => {
  if (allow_self_approval || caller.kind !== 'user') return yes
  const code = `own_${noun}` as const
  if (caller.user_id === created_by) return no(code, `You created this ${noun}; someone else must decide.`)
  if (caller.user_id === last_edited_by)
    return no(code, `You edited this ${noun} last; someone else must decide.`)
  return yes
}
