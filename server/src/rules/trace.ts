import type { Trace, TracedRule, TracedShaping } from '#contract/shaping/trace.ts'
import { TRACE_MESSAGES_MAX } from '#contract/shaping/trace.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { type FieldMessage, fieldsOf, invalidFindings, ProblemError } from '#domain/problems.ts'
import { openTrace, type TraceLine } from '#domain/shaping/trace.ts'
import { valueAt } from '#domain/shaping/value-at.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { contentSince } from '../documents/reading/get.ts'
import { readNamed } from '../documents/reading/named.ts'
import { originalOf } from '../documents/store/originals.ts'
import { draw } from '../intake/judge.ts'
import { parseDocument } from '../intake/parse.ts'
import type { Db } from '../platform/db/database.ts'
import { modifiedAt, shaping } from '../shaping/read.ts'
import { versionsOf } from '../shaping/rule-rows.ts'
import { ruleSetOf } from '../shaping/rule-sets.ts'
import { breachesInTurn, inForce, type RuleInForce, rulesInForce } from '../shaping/rules-in-force.ts'

type By = { db: Db; caller: Caller; now: Date }

/**
 * The way of a stored document: what came for its revision, through the mappings and defaults of now, and the rules by
 * which it was checked, with those that came after it. Throws not_found.
 */
export const traceDocument = async (
  { db, caller, now }: By,
  { document: name }: { document: string },
): Promise<Trace> => {
  const row = await readNamed(db, caller, name)
  const { id: uuid, invoice_number, revision, status, content } = row
  const original = await originalOf(db, row)
  const stored_at = (await contentSince(db, row)).toISOString()
  const { record, told } = openTrace()
  const refused =
    original === undefined ? [] : await refusalsOf(() => parseNow(db, JSON.parse(original), record))
  const checked = await ruleSetOf(db, row)
  const by = new Set(checked.map(nameOf))
  const current = await rulesInForce(db, now)
  const former = (await versionsOf(db, checked)).map(inForce)
  const since = current.filter((rule) => !by.has(nameOf(rule)))
  const { lines, untold } = told()
  return {
    document: { uuid, invoice_number, revision, status, stored_at },
    came: original !== undefined,
    shaped: await dated(db, lines, content),
    ...{ untold, refused },
    rules: await asked(content, [...former, ...since], { by, current }),
  }
}

/** The way that a payload would take; nothing is stored. */
export const tracePayload = async (by: By, raw: object): Promise<Trace> => {
  const { record, told } = openTrace()
  let document: TaxDocument | undefined
  const refused = await refusalsOf(async () => {
    refuseBadTexts(raw)
    const drawn = await draw(by, await parseNow(by.db, raw, record))
    if (drawn.findings.length > 0) throw invalidFindings(drawn.findings)
    document = drawn.document
  })
  const current = await rulesInForce(by.db, by.now)
  const { lines, untold } = told()
  return {
    ...{ document: null, came: true, untold, refused },
    shaped: await dated(by.db, lines, undefined),
    // Rules are asked of what our own checks let pass.
    rules: document ? await asked(document, current, { by: new Set(current.map(nameOf)), current }) : [],
  }
}

const parseNow = async (db: Db, raw: unknown, record: Parameters<typeof parseDocument>[2]) =>
  parseDocument(raw, await shaping.current(db), record)

/** What the work is refused for, at its fields. */
const refusalsOf = async (work: () => Promise<unknown>): Promise<FieldMessage[]> => {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'invalid_fields') throw error
    return Object.entries(fieldsOf(error.problem))
      .flatMap(([field, messages]) => messages.map((message) => ({ field, message })))
      .slice(0, TRACE_MESSAGES_MAX)
  }
}

const nameOf = ({ id, version }: { id: string; version: number }) => `${id}:${version}`

/** With since when each one that did something is as it is, and what the stored document holds there. */
const dated = async (
  db: Db,
  lines: readonly TraceLine[],
  content: TaxDocument | undefined,
): Promise<TracedShaping[]> => {
  const since = await modifiedAt(db, [...new Set(lines.flatMap(({ id }) => (id === null ? [] : [id])))])
  return lines.map(({ id, ...line }) => ({
    ...line,
    modified_at: (id === null ? undefined : since.get(id))?.toISOString() ?? null,
    held: content && line.to !== null ? textAt(content, line.field) : null,
  }))
}

/** The text at a place of a document; null of what stands in many lines. */
const textAt = (document: TaxDocument, field: string): string | null => {
  const found = valueAt(document, field)
  return found === undefined || typeof found === 'object' ? null : String(found)
}

/** By which versions it was checked, and which are in force now. */
type Checked = { by: ReadonlySet<string>; current: readonly RuleInForce[] }

const asked = async (
  document: TaxDocument,
  rules: readonly RuleInForce[],
  { by, current }: Checked,
): Promise<TracedRule[]> => {
  const now = new Set(current.map(nameOf))
  const told: TracedRule[] = []
  for (const rule of rules) {
    const { id, field, condition, value, version } = rule
    const breaches = await breachesInTurn(document, [rule])
    told.push({
      ...{ id, field, condition, value, version },
      ...{ checked: by.has(nameOf(rule)), in_force: now.has(nameOf(rule)) },
      breaches: breaches.slice(0, TRACE_MESSAGES_MAX).map(({ field, message }) => ({ field, message })),
    })
  }
  return told
}
