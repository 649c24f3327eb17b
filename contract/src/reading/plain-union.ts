import { z } from 'zod'

type Plain = z.ZodString | z.ZodNumber | z.ZodBoolean

/**
 * A value of one of these kinds, refused with this message. What is of none of them is refused before any of them looks
 * at it: what zod keeps of each kind that does not fit is most of the work on a document in which all is wrong.
 */
export const plainUnion = <const T extends readonly [Plain, ...Plain[]]>(kinds: T, message: string) => {
  const union = z.union(kinds, { error: message })
  const known = new Set<string>(kinds.map((kind) => kind.def.type))
  const { run } = union._zod
  union._zod.run = (payload, context) => {
    if (known.has(typeof payload.value)) return run(payload, context)
    payload.issues.push({ code: 'custom', input: payload.value, inst: union, path: [] })
    return payload
  }
  return union
}
