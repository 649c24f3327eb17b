import { useLingui } from '@lingui/react/macro'
import type { Condition } from '#domain/rules/rule.ts'

/** What each condition is called. */
export const useConditions = (): Record<Condition, string> => {
  const { t } = useLingui()
  return {
    regex: t`Regex`,
    '>': t`Greater than (>)`,
    '<': t`Less than (<)`,
    '=': t`Equal to (=)`,
    formula: t`Formula`,
  }
}

/** What the value of each condition is, beneath its field. */
export const useValueHints = (): Record<Condition, string> => {
  const { t } = useLingui()
  const compared = t`Numbers compare as decimals, dates as dates, the rest as text. An empty field breaks the rule.`
  return {
    regex: t`RE2 syntax, for the whole value: KL-[0-9]+. To let the field be empty too: (KL-[0-9]+)?`,
    '>': compared,
    '<': compared,
    '=': compared,
    formula: t`CEL that must be true, as customer.email != "". Of a field of the lines: line.quantity > 0.`,
  }
}
