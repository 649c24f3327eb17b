import type { ExampleOutcome, ExampleWrite, RuleExample, RuleWrite } from '#contract/shaping/rules.ts'
import { EXAMPLE_BYTES_MAX } from '#contract/shaping/rules.ts'
import type { Caller } from '#domain/access/caller.ts'
import { type FieldMessage, invalidFields, invalidFindings, ProblemError } from '#domain/problems.ts'
import { compileRule } from '#domain/rules/rule.ts'
import { readNamed } from '../documents/reading/named.ts'
import type { Db } from '../platform/db/database.ts'
import { type ExampleRow, examplesById, examplesOf } from '../shaping/example-rows.ts'
import { type Example, isSeen, outcomesOf } from '../shaping/examples.ts'
import type { WantedExample } from '../shaping/keep-examples.ts'
import { heldRule } from '../shaping/write-rule.ts'

type By = { db: Db; caller: Caller }
type Chosen = Extract<WantedExample, { document_id: string }>

/** The examples of a rule; of which document one is, for those who may see it. Throws not_found. */
export const listExamples = async (
  { db, caller }: By,
  { id }: { id: string },
): Promise<{ results: RuleExample[] }> => {
  await heldRule(db, id)
  const rows = await examplesOf(db, id)
  return { results: rows.map((row) => ({ id: row.id, expected: row.expected, ...namedFor(row, caller) })) }
}

/**
 * What a rule does with examples that are saved, or would be; stores nothing. One that the caller may not see is not
 * judged: whoever chooses the rule would read it by its answers. Throws as `wantedExamples` does.
 */
export const tryExamples = async (
  { db, caller }: By,
  { examples, ...rule }: RuleWrite,
): Promise<{ results: ExampleOutcome[] }> => {
  const compiled = compileRule(rule)
  if ('refused' in compiled) throw invalidFields({ value: [compiled.refused] })
  const wanted = (await wantedExamples({ db, caller }, examples)) ?? []
  const ids = wanted.flatMap((one) => ('id' in one ? [one.id] : []))
  const rows = new Map((ids.length > 0 ? await examplesById(db, ids) : []).map((row) => [row.id, row]))
  const drawn = wanted.map((one, at): Example & { document_id: string } => {
    const row = 'id' in one ? rows.get(one.id) : one
    if (!row) throw invalidFields({ [`examples.${at}.id`]: ['This rule has no such example any more.'] })
    return { ...row, expected: one.expected }
  })
  const seen = drawn.filter((one) => isSeen(one, caller))
  const outcomes = await outcomesOf(compiled, seen)
  const told = new Map(seen.map((one, at) => [one, outcomes[at]]))
  return {
    results: drawn.map((one) => ({
      ...{ expected: one.expected, ...namedFor(one, caller) },
      ...(told.get(one) ?? { holds: null, message: '' }),
    })),
  }
}

type Named = Pick<ExampleRow, 'document_id' | 'invoice_number' | 'store_code_id'>

const namedFor = ({ document_id, invoice_number, store_code_id }: Named, caller: Caller) =>
  isSeen({ store_code_id }, caller)
    ? { uuid: document_id, invoice_number }
    : { uuid: null, invoice_number: '' }

/**
 * The examples that a rule shall have, documents read as they are now; undefined where nothing is said of them. Throws
 * invalid_fields for a document that the caller does not see, one that is there twice, and one that is too large.
 */
export const wantedExamples = async (
  by: By,
  given: readonly ExampleWrite[] | undefined,
): Promise<WantedExample[] | undefined> => {
  if (!given) return undefined
  const faults: FieldMessage[] = []
  const wanted: WantedExample[] = []
  for (const [at, { id, document, expected }] of given.entries()) {
    const one = id ? { id, expected } : await choose(by, document, expected)
    const field = `examples.${at}.document`
    if (typeof one === 'string') faults.push({ field, message: one })
    else if ('document_id' in one && isAmong(one, wanted)) faults.push({ field, message: TWICE })
    else wanted.push(one)
  }
  if (faults.length > 0) throw invalidFindings(faults)
  return wanted
}

const TWICE = 'This document is an example already.'

const isAmong = ({ document_id }: Chosen, wanted: readonly WantedExample[]) =>
  wanted.some((one) => 'document_id' in one && one.document_id === document_id)

/** The document as an example, or in words why it cannot be one. */
const choose = async (
  { db, caller }: By,
  name: string,
  expected: Example['expected'],
): Promise<Chosen | string> => {
  try {
    const { id, invoice_number, store_code_id, content } = await readNamed(db, caller, name)
    const bytes = Buffer.byteLength(JSON.stringify(content))
    if (bytes > EXAMPLE_BYTES_MAX) return tooLarge(bytes)
    return { document_id: id, invoice_number, store_code_id, content, expected }
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'not_found')
      return 'There is no such document.'
    throw error
  }
}

const tooLarge = (bytes: number) =>
  `This document has ${Math.ceil(bytes / 1000)} KB; an example may have ${EXAMPLE_BYTES_MAX / 1000} KB at most.`
