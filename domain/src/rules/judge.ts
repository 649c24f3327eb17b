import type { TaxDocument } from '../documents/document.ts'
import type { FieldMessage } from '../problems.ts'
import { fieldOf } from '../shaping/fields.ts'
import type { CompiledRule } from './rule.ts'
import { type View, viewOf } from './view.ts'

/** One rule that a document breaks, at the field where it is told; of a line, `items.3.quantity`. */
export type Breach<R extends CompiledRule = CompiledRule> = FieldMessage & { rule: R }

/**
 * What a document breaks, rule by rule and line by line. Between any two there may be a pause: `undefined` comes
 * after each evaluation, so that whoever asks can let others go first.
 */
export function* breachesOf<R extends CompiledRule>(
  document: TaxDocument,
  rules: readonly R[],
): Generator<Breach<R> | undefined> {
  for (const rule of rules) {
    for (const ask of asked(document, rule)) {
      const found = ask()
      yield found === undefined ? undefined : { ...found, rule }
    }
  }
}

/** The evaluations of one rule: one, or one for each line. */
const asked = (document: TaxDocument, rule: CompiledRule): (() => FieldMessage | undefined)[] => {
  const field = fieldOf(rule.field)
  if (!field || isNotYetNumbered(document, rule.field)) return []
  const { part, name } = field
  if (part !== 'items') {
    const of = part === 'customer' ? document.customer : document
    return [() => askOne(rule, rule.field, { of, name, view: () => viewOf(document), line: undefined })]
  }
  return document.items.map(
    (of, at) => () =>
      askOne(rule, `items.${at}.${name}`, { of, name, view: () => viewOf(document), line: at }),
  )
}

/** The server gives the number when the document is stored; until then there is none to judge. */
const isNotYetNumbered = (document: TaxDocument, field: string) =>
  field === 'invoice_number' && document.invoice_number === ''

type Asking = { of: object; name: string; view: () => View; line: number | undefined }

const askOne = (rule: CompiledRule, field: string, asking: Asking): FieldMessage | undefined => {
  if ('test' in rule) return rule.test(textOf(asking)) ? undefined : { field, message: rule.error_message }
  const view = asking.view()
  const line = asking.line === undefined ? undefined : view.items[asking.line]
  const { holds, no_answer } = rule.formula.ask(view, line)
  if (holds) return undefined
  const message =
    no_answer === undefined
      ? rule.error_message
      : `${rule.error_message} (The rule has no answer here: ${no_answer}.)`
  return { field, message }
}

const textOf = ({ of, name }: Asking): string => {
  const value: unknown = new Map<string, unknown>(Object.entries(of)).get(name)
  return String(value ?? '')
}
