import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { own } from '#codes/own.ts'
import { type ExampleOutcome, type RuleExample, rules, type SavedRule } from '#contract/shaping/rules.ts'
import type { Expectation } from '#domain/rules/example.ts'
import { RuleWrite } from '#schemas/shaping/rules.ts'
import { ApiError } from '../../api/errors.ts'
import { q } from '../../api/queries.ts'
import type { Content, ExampleEntry } from './content.ts'

/** One of them with what the rule that is typed does with it, as soon as that is known. */
export type ShownExample = { entry: ExampleEntry; outcome?: ExampleOutcome; refused?: string }

/** The rule is asked after a pause in typing. */
const PAUSE_MS = 400

type Body = Content & { examples: ExampleEntry[] }

type Given = {
  rule: SavedRule | undefined
  content: Content
  /** What the form holds; undefined while nothing was changed. */
  entries: ExampleEntry[] | undefined
  onChange: (entries: ExampleEntry[]) => void
}

/** The examples of the rule in the form, tried while it is typed, and what can be done with them. */
export const useExamples = ({ rule, content, entries, onChange }: Given) => {
  const saved = useQuery({
    ...q(rules.examples, { params: { id: rule?.id ?? '' } }),
    enabled: rule !== undefined,
  })
  const current = entries ?? (saved.data?.results ?? []).map(asEntry)
  // The words of the refusal change no outcome, and are typed last.
  const error_message = content.error_message.trim() || '…'
  // As a text, which stays the same while nothing is changed: an object is another one each time.
  const [asked] = useDebouncedValue(
    JSON.stringify({ ...content, error_message, examples: current }),
    PAUSE_MS,
  )
  const body: Body = JSON.parse(asked)
  const tried = useQuery({
    ...q(rules.tryExamples, { body }),
    enabled: body.examples.length > 0 && RuleWrite.safeParse(body).success,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const fields = tried.error instanceof ApiError ? tried.error.fields : {}
  const is_told = sameDocuments(body.examples, current)
  return {
    /** What would be saved instead of examples that are not known yet would delete them. */
    known: rule === undefined || saved.data !== undefined,
    error: saved.error,
    retry: () => void saved.refetch(),
    shown: current.map((entry, at): ShownExample => {
      const outcome = is_told ? tried.data?.results[at] : undefined
      const refused = is_told ? own(fields, `examples.${at}.document`)?.[0] : undefined
      return { entry, ...(outcome && { outcome }), ...(refused && { refused }) }
    }),
    add: (document: string, expected: Expectation) => onChange([...current, { document, expected }]),
    remove: (at: number) => onChange(current.toSpliced(at, 1)),
    expect: (at: number, expected: Expectation) =>
      onChange(current.map((one, index) => (index === at ? { ...one, expected } : one))),
  }
}

const asEntry = ({ id, invoice_number, expected }: RuleExample): ExampleEntry => ({
  ...{ id, document: invoice_number, expected },
})

/** What was answered is of the examples that are shown, and not of those before. */
const sameDocuments = (asked: readonly ExampleEntry[], shown: readonly ExampleEntry[]) =>
  JSON.stringify(asked) === JSON.stringify(shown)
