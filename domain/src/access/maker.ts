import { type Answer, no, yes } from './answer.ts'
import type { Caller } from './caller.ts'

/** Who made a thing, null where no person did, and who changed it since, by user id. */
export type Made = { created_by: string | null; edited_by: readonly string[] }

export type MakerSettings = { allow_self_approval: boolean }

/**
 * Maker and checker (decisions.md §2): nobody decides about what they made or edited, superadmins included; whoever
 * edited it since, the figures may still be theirs.
 * `noun` is what the thing is called in words and code: `document`, `request`.
 */
export const checkMaker = <const Noun extends string>(
  caller: Caller,
  noun: Noun,
  { created_by, edited_by, allow_self_approval }: Made & MakerSettings,
): Answer<`own_${Noun}`> => {
  if (allow_self_approval || caller.kind !== 'user') return yes
  const code = `own_${noun}` as const
  if (caller.user_id === created_by) return no(code, `You created this ${noun}; someone else must decide.`)
  if (edited_by.includes(caller.user_id))
    return no(code, `You edited this ${noun}; someone else must decide.`)
  return yes
}
