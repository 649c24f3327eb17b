import { isDeepStrictEqual } from 'node:util'
import { own } from '#codes/own.ts'
import { changedMeanwhile } from '#domain/problems.ts'

type Held<F extends string> = {
  /** What it is called in the refusal: `The item`. */
  what: string
  /** The row's `modified_at` as the caller read it; absent from programs that do not say it: the last one counts. */
  seen: string | null | undefined
  before: { readonly [K in F]?: unknown } & { modified_at: Date }
  after: { readonly [K in F]?: unknown }
  fields: readonly F[]
}

/**
 * Refuses the change of a row, held by its transaction, that was made upon an older state of it. What is so already is
 * no change: the answer to the first one may have been lost. Throws conflict `changed_meanwhile`.
 */
export const demandSeen = <const F extends string>({ what, seen, before, after, fields }: Held<F>): void => {
  const modified_at = before.modified_at.toISOString()
  if (!seen || seen === modified_at) return
  if (fields.every((field) => isDeepStrictEqual(own(before, field), own(after, field)))) return
  throw changedMeanwhile(what, { modified_at })
}
