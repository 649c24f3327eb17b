import type { RuleWrite } from '#contract/shaping/rules.ts'

/** What of a rule a person writes. */
export type Content = Pick<RuleWrite, 'field' | 'condition' | 'value' | 'error_message'>

export const NEW: Content = { field: '', condition: 'regex', value: '', error_message: '' }

export const contentOf = ({ field, condition, value, error_message }: Content): Content => ({
  ...{ field, condition, value, error_message },
})
