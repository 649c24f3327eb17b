import { sql } from 'kysely'
import type { DemoSurvey } from '#contract/installation/demo.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, flagMissing, invalidFields } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { forgetCounts } from '../documents/counting/forget.ts'
import { endChain } from '../evidence/end.ts'
import { tidyImportsJob } from '../imports/running/jobs.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { forgetReportsOf } from '../reports/forget.ts'
import { forgetSettings, readSetting } from '../settings/read.ts'
import { changeSetting } from '../settings/write.ts'
import { type Reference, readReferences } from './references.ts'
import {
  DEFECTS_OF_DEMO,
  EVIDENCE_OF_COMPANIES,
  GOES_WITH_ACCOUNTS,
  isNamedElsewhere,
  ofDemo,
  surveyDemo,
  tablesOfCompanies,
} from './removal.ts'
import { SUPPORT_EMAIL } from './seed.ts'
import { DEFAULTS, LOOKUPS, RULES } from './seed-shaping.ts'

/** `caller` is undefined at the console, which needs no confirmation by a name: it has said `--yes`. */
type By = { db: Db; caller: UserCaller | undefined; now: Date }

/**
 * Deletes everything of the demo's companies, and its accounts but those that other rows name, which are switched off;
 * all in one transaction. The audit log says who did it and how much it was. Throws conflict where it may not be now,
 * or was done already, flag_missing for whoever is no superadmin by then, and invalid_fields without the right
 * confirmation.
 */
export const removeDemo = async (
  by: By,
  { confirmation }: { confirmation?: string } = {},
): Promise<DemoSurvey> => {
  const { db, caller, now } = by
  const support_email = await readSetting(db, 'support.email')
  const removed = await inTransaction(db, async (tx) => {
    const references = await readReferences(tx)
    await hold(tx, references)
    if (caller) await demandStillSuperadmin(tx, caller)
    const found = await surveyDemo({ db: tx, caller })
    if (found.gone) throw conflict('demo_gone', 'The demo data were removed already.')
    if (found.refusal !== '') throw conflict('demo_stays', found.refusal)
    if (caller && confirmation?.trim() !== found.confirmation) {
      throw invalidFields({ confirmation: [`Please type ${found.confirmation}.`] })
    }
    await removeAnswers(tx, references)
    await giveUpImports(tx, references)
    await forgetReportsOf(tx, sql`SELECT id FROM users WHERE is_demo`)
    await removeDefects(tx)
    await removeEvidence(tx, now)
    await switchOff(tx, references)
    for (const table of tablesOfCompanies(references)) {
      await sql`DELETE FROM ${sql.table(table)} WHERE ${ofDemo(references, table)}`.execute(tx)
    }
    await forgetCounts(tx)
    await removeAccounts(tx)
    await removeShaping(tx)
    if (support_email === SUPPORT_EMAIL)
      await changeSetting(tx, { caller, key: 'support.email', value: '', now })
    // Nothing is played once more by the next start.
    await changeSetting(tx, { caller, key: 'demo.history', value: 'done', now })
    await record(tx, by, found)
    return { ...found, gone: true }
  })
  forgetSettings(db)
  return removed
}

/** To hold all of it may have taken long: whoever was let in may be no superadmin any more. */
const demandStillSuperadmin = async (tx: Tx, { user_id }: UserCaller) => {
  const { rows } = await sql`SELECT FROM users
    WHERE id = ${user_id} AND access_type = 'superadmin' AND is_active`.execute(tx)
  if (rows.length === 0) throw flagMissing('Only a superadmin may do this.')
}

/**
 * Documents first, as senders do: none of them is picked up any more, and what is out already is seen as an intent.
 * Then the companies, in which nothing new begins, all else that they have, and the accounts. Whoever changes any of it
 * has ended by then, with its evidence written, or waits and finds nothing more to change.
 */
const hold = async (tx: Tx, references: readonly Reference[]) => {
  const first = ['documents', 'sender_entities']
  // The documents in the order in which all hold several of them (`lockMany`).
  await sql`SELECT FROM documents WHERE ${ofDemo(references, 'documents')}
    ORDER BY sender_entity_id, id FOR UPDATE`.execute(tx)
  await sql`SELECT FROM sender_entities WHERE ${ofDemo(references, 'sender_entities')}
    ORDER BY id FOR UPDATE`.execute(tx)
  for (const table of tablesOfCompanies(references)) {
    if (first.includes(table)) continue
    await sql`SELECT FROM ${sql.table(table)} WHERE ${ofDemo(references, table)} FOR UPDATE`.execute(tx)
  }
  // Whoever has a word in one of these has said it, and is seen by the next statement, or finds it gone.
  await sql`SELECT FROM defects WHERE created_by IN (SELECT id FROM users WHERE is_demo)
    ORDER BY id FOR UPDATE`.execute(tx)
  await sql`SELECT FROM users WHERE is_demo ORDER BY id FOR UPDATE`.execute(tx)
}

const callersOf = (references: readonly Reference[]) =>
  sql`SELECT id::text FROM users WHERE is_demo
    UNION SELECT id::text FROM api_keys WHERE ${ofDemo(references, 'api_keys')}`

/** Their files lie outside the database: they end here, and go with the tidying that is asked for. */
const giveUpImports = async (tx: Tx, references: readonly Reference[]) => {
  const companies = sql`(SELECT id FROM sender_entities WHERE is_demo)`
  await sql`DELETE FROM import_columns WHERE sender_entity_id IN ${companies}`.execute(tx)
  await sql`UPDATE imports SET state = 'cancelled', modified_at = 'epoch'
    WHERE maker_id::text IN (${callersOf(references)}) OR sender_entity_id IN ${companies}`.execute(tx)
  await enqueue(tx, tidyImportsJob, {})
}

/** What is kept for a day for whoever repeats a call; its caller is a text there. */
const removeAnswers = async (tx: Tx, references: readonly Reference[]) => {
  const callers = callersOf(references)
  await sql`DELETE FROM first_answers WHERE caller_id IN (${callers})`.execute(tx)
  await sql`DELETE FROM idempotency_keys WHERE creator_key IN (${callers})`.execute(tx)
}

/** What names the demo without a foreign key. That its chains ended, and at what, stays in the chain of no company. */
const removeEvidence = async (tx: Tx, now: Date) => {
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM sender_entities WHERE is_demo ORDER BY id`.execute(tx)
  const companies = sql`(SELECT id FROM sender_entities WHERE is_demo)`
  await sql`DELETE FROM change_requests WHERE sender_entity_id IN ${companies}
    OR requested_by IN (SELECT id FROM users WHERE is_demo)`.execute(tx)
  for (const table of EVIDENCE_OF_COMPANIES) {
    await sql`DELETE FROM ${sql.table(table)} WHERE sender_entity_id IN ${companies}`.execute(tx)
  }
  for (const { id } of rows) await endChain(tx, id, now)
}

const removeDefects = async (tx: Tx) => {
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM defects WHERE id IN ${DEFECTS_OF_DEMO}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`DELETE FROM defect_comments WHERE defect_id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`DELETE FROM defects WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

/** Those that other rows name are told apart while all rows are there. */
const switchOff = async (tx: Tx, references: readonly Reference[]) => {
  await sql`DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE is_demo)`.execute(tx)
  await sql`UPDATE users SET is_active = FALSE, is_demo = FALSE
    WHERE is_demo AND ${isNamedElsewhere(references)}`.execute(tx)
}

/** What still says what the demo's seed said; they concern no company, so nothing else tells them apart. */
const removeShaping = async (tx: Tx) => {
  for (const [field, codes] of Object.entries(LOOKUPS)) {
    for (const [key, value] of Object.entries(codes)) {
      await sql`DELETE FROM data_mappings
        WHERE field = ${field} AND lookup_key = ${key} AND lookup_value = ${value}`.execute(tx)
    }
  }
  for (const [field, value] of Object.entries(DEFAULTS)) {
    await sql`DELETE FROM enrichment_defaults WHERE field_name = ${field} AND default_value = ${value}`.execute(
      tx,
    )
  }
  await removeRules(tx)
}

/** A rule by which a real document was checked stays, out of force. */
const removeRules = async (tx: Tx) => {
  await sql`DELETE FROM rule_sets s
    WHERE NOT EXISTS (SELECT FROM document_rule_sets d WHERE d.rule_set_id = s.id)`.execute(tx)
  for (const { field, value } of RULES) {
    const { rows } = await sql<{ id: string; is_named: boolean }>`SELECT id,
        EXISTS (SELECT FROM rule_sets WHERE position(r.id || ':' IN versions) > 0) AS is_named
      FROM validation_rules r WHERE field = ${field} AND deleted_at IS NULL
        AND id IN (SELECT rule_id FROM validation_rule_versions GROUP BY rule_id
          HAVING count(*) = 1 AND min(value) = ${value})`.execute(tx)
    for (const { id, is_named } of rows) {
      if (is_named) await sql`UPDATE validation_rules SET deleted_at = now() WHERE id = ${id}`.execute(tx)
      else {
        await sql`DELETE FROM validation_rule_versions WHERE rule_id = ${id}`.execute(tx)
        await sql`DELETE FROM validation_rules WHERE id = ${id}`.execute(tx)
      }
    }
  }
}

const removeAccounts = async (tx: Tx) => {
  for (const table of GOES_WITH_ACCOUNTS) {
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id IN (SELECT id FROM users WHERE is_demo)`.execute(
      tx,
    )
  }
  await sql`DELETE FROM users WHERE is_demo`.execute(tx)
}

const record = (tx: Tx, { caller, now }: By, found: DemoSurvey) => {
  const { companies, accounts, gone: _, confirmation: __, refusal: ___, ...counts } = found
  const before = {
    ...{ ...counts, companies: companies.join(', ') },
    accounts: accounts.map(({ email }) => email).join(', '),
  }
  // The keys of the literal.
  const fields = Object.keys(before) as (keyof typeof before)[]
  const target = { kind: 'demo_data' as const, id: 'demo', name: 'Demo company', sender_entity_id: null }
  return recordChange(tx, { caller, now }, { target, before, after: undefined, fields })
}
