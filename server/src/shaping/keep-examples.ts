import { type Caller, callerName } from '#domain/access/caller.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import type { Expectation } from '#domain/rules/example.ts'
import type { ValidationRule } from '#domain/rules/rule.ts'
import type { Tx } from '../platform/db/database.ts'
import { deleteExamples, type ExampleRow, examplesOf, expect, insertExample } from './example-rows.ts'
import { type Example, findBroken } from './examples.ts'

/** One that a rule has already, by its id, or a document that shall be one. */
export type WantedExample = { id: string; expected: Expectation } | (Example & { document_id: string })

type By = { tx: Tx; caller: Caller; now: Date }
type Given = { rule: ValidationRule & { id: string }; wanted: readonly WantedExample[] | undefined }

/**
 * Tries a rule that is about to be saved on its examples, which are those that are wanted where these are told. Throws
 * conflict `example_broken` naming the first that does not hold, and invalid_fields for one that is none of this rule.
 * Answers what the log of changes tells of them, before and after.
 */
export const keepExamples = async (by: By, { rule, wanted }: Given): Promise<[string, string]> => {
  const there = await examplesOf(by.tx, rule.id)
  const examples = wanted ? wanted.map((one, at) => drawn(one, at, there)) : there
  const broken = await findBroken(rule, examples, by.caller)
  if (broken !== undefined) throw conflict('example_broken', broken)
  if (wanted) await write(by, { rule_id: rule.id, there, wanted })
  return [inText(there), inText(examples)]
}

const drawn = (one: WantedExample, at: number, there: readonly ExampleRow[]): Example => {
  if (!('id' in one)) return one
  const row = there.find(({ id }) => id === one.id)
  if (!row) throw invalidFields({ [`examples.${at}.id`]: ['This rule has no such example any more.'] })
  return { ...row, expected: one.expected }
}

type Write = { rule_id: string; there: readonly ExampleRow[]; wanted: readonly WantedExample[] }

const write = async ({ tx, caller, now }: By, { rule_id, there, wanted }: Write) => {
  const kept = new Map(wanted.flatMap((one) => ('id' in one ? [[one.id, one.expected]] : [])))
  const gone = there.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await deleteExamples(tx, gone)
  for (const { id, expected: before } of there) {
    const expected = kept.get(id)
    if (expected && expected !== before) await expect(tx, id, expected)
  }
  for (const one of wanted) {
    if ('id' in one) continue
    const { content, ...row } = one
    const made = { rule_id, content: JSON.stringify(content), made_at: now, made_by_name: callerName(caller) }
    await insertExample(tx, { ...row, ...made })
  }
}

const inText = (examples: readonly Example[]) =>
  examples.map(({ expected, invoice_number }) => `${expected} ${invoice_number}`).join('; ')
