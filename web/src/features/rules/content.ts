import type { RuleWrite, SavedRule } from '#contract/shaping/rules.ts'
import type { Expectation } from '#domain/rules/example.ts'
import { malaysianDate } from '#domain/time/dates.ts'

/** What of a rule a person writes. */
export type Content = Pick<RuleWrite, 'field' | 'condition' | 'value' | 'error_message'>

const NEW: Content = { field: '', condition: 'regex', value: '', error_message: '' }

export const contentOf = ({ field, condition, value, error_message }: Content): Content => ({
  ...{ field, condition, value, error_message },
})

/** An example as the form holds it: one that is saved, by its id, or the number of a document. */
export type ExampleEntry = { id?: string; document: string; expected: Expectation }

/** What the form holds; its examples are those that are saved while nobody touched them. */
export type Draft = Content & { active_on: string; examples: ExampleEntry[] | undefined }

/** A rule that is yet to begin goes on to begin on its day. */
export const draftOf = (rule: SavedRule | undefined, now: Date): Draft => ({
  ...contentOf(rule ?? NEW),
  ...{ active_on: (rule && dayToCome(rule, now)) ?? '', examples: undefined },
})

/** The day on which a rule begins, while that lies ahead. */
export const dayToCome = ({ active_from }: Pick<SavedRule, 'active_from'>, now: Date) => {
  const from = new Date(active_from)
  return from > now ? malaysianDate(from) : undefined
}
