import type { RuleWrite } from '#contract/shaping/rules.ts'
import type { Expectation } from '#domain/rules/example.ts'

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

export const draftOf = (rule: Content = NEW): Draft => ({
  ...contentOf(rule),
  ...{ active_on: '', examples: undefined },
})
