import { type RawBuilder, sql } from 'kysely'
import type { DemoSurvey } from '#contract/installation/demo.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { belongsTo, type Reference, readReferences, tablesBelow } from './references.ts'

const COMPANIES = { name: 'sender_entities', which: sql`sender_entities.is_demo` }

/** What goes with an account. Any other row that names one keeps it, switched off. */
export const GOES_WITH_ACCOUNTS = [
  ...['user_groups', 'user_entities', 'user_store_codes', 'sessions', 'password_resets'],
  ...['report_runs', 'report_schedules', 'approval_runs', 'cancellation_runs'],
] as const

/** Evidence outlives whom it tells of, so it names its company without a foreign key; the demo's goes with it. */
export const EVIDENCE_OF_COMPANIES = ['audit_events', 'authority_answers'] as const

/** Never of one company: were they found below the companies, a foreign key would be wrong. */
const NEVER_DELETED = ['users', 'groups', 'settings', 'login_records']

/** Tables in which rows of the demo's companies may lie, each before those that it names. */
export const tablesOfCompanies = (references: readonly Reference[]): string[] => {
  const tables = tablesBelow(references, COMPANIES.name)
  const wrong = tables.find((table) => NEVER_DELETED.includes(table))
  if (wrong !== undefined) throw new Error(`${wrong} names a company and would go with it.`)
  return tables
}

/** Defects in which the demo's accounts alone had a word; one that has files stays. */
export const DEFECTS_OF_DEMO = sql`(SELECT d.id FROM defects d
  WHERE d.created_by IN (SELECT id FROM users WHERE is_demo)
    AND NOT EXISTS (SELECT FROM defect_files f WHERE f.defect_id = d.id)
    AND NOT EXISTS (SELECT FROM defect_comments c
      WHERE c.defect_id = d.id AND c.commenter_id NOT IN (SELECT id FROM users WHERE is_demo)))`

const DEFECT_ROWS = new Map<string, RawBuilder<unknown>>([
  ['defects', sql`defects.id IN ${DEFECTS_OF_DEMO}`],
  ['defect_comments', sql`defect_comments.defect_id IN ${DEFECTS_OF_DEMO}`],
])

/** Whether a row of the table is one of the demo's companies. */
export const ofDemo = (references: readonly Reference[], table: string) =>
  belongsTo(references, table, COMPANIES)

/** Whether a row that stays names the account: of a real company, of a log. */
export const isNamedElsewhere = (references: readonly Reference[]): RawBuilder<unknown> => {
  const companies = tablesBelow(references, COMPANIES.name)
  const ways = references
    .filter(({ parent, table }) => parent === 'users' && !isOwn(table))
    .map(({ table, columns }) => {
      const goes = companies.includes(table)
        ? ofDemo(references, table)
        : (DEFECT_ROWS.get(table) ?? sql`FALSE`)
      const column = sql.ref(`${table}.${columns[0] ?? ''}`)
      return sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE ${column} = users.id AND (${goes}) IS NOT TRUE)`
    })
  return sql`(${sql.join([sql`FALSE`, ...ways], sql` OR `)})`
}

const isOwn = (table: string) => GOES_WITH_ACCOUNTS.some((own) => own === table)

/**
 * A person waits ten seconds for a statement (platform/db/pool.ts): the documents are one, which took 4.4 s for so many
 * on two busy cores, and 10.8 s for twice as many.
 */
const DOCUMENTS_MAX = 20_000

type Asking = {
  db: Db | Tx
  /** Undefined for whoever runs Lulus, at its console. */
  caller: Pick<UserCaller, 'user_id'> | undefined
  documents_max?: number
}

/** What of the demo is there, what would become of it, and why it may not go now. */
export const surveyDemo = async ({
  db: handle,
  caller,
  documents_max = DOCUMENTS_MAX,
}: Asking): Promise<DemoSurvey> => {
  const references = await readReferences(handle)
  const count = (table: string) =>
    sql`(SELECT count(*)::int FROM ${sql.table(table)} WHERE ${ofDemo(references, table)})`
  const { rows } = await sql<Survey>`
    SELECT (SELECT COALESCE(json_agg(name ORDER BY name), '[]') FROM sender_entities WHERE is_demo) AS companies,
      ${count('documents')} AS documents, ${count('customers')} AS customers, ${count('portal_items')} AS items,
      ${count('templates')} AS templates, ${count('api_keys')} AS api_keys,
      (SELECT COALESCE(json_agg(json_build_object('email', email, 'is_active', is_active,
          'deleted', NOT ${isNamedElsewhere(references)}) ORDER BY email), '[]')
        FROM users WHERE is_demo) AS accounts,
      EXISTS (SELECT FROM users WHERE is_demo AND id = ${caller?.user_id ?? null}::uuid) AS own,
      EXISTS (SELECT FROM users WHERE NOT is_demo AND access_type = 'superadmin' AND is_active) AS administered,
      EXISTS (SELECT FROM submissions WHERE ${ofDemo(references, 'submissions')} AND environment = 'prod') AS real,
      EXISTS (SELECT FROM submissions WHERE ${ofDemo(references, 'submissions')} AND state = 'intent')
        OR EXISTS (SELECT FROM cancellations WHERE ${ofDemo(references, 'cancellations')} AND state = 'intent')
        AS calling`.execute(handle)
  const [found] = rows
  if (!found) throw new Error('A survey has one row.')
  const { own: _, real: __, calling: ___, administered: ____, ...counted } = found
  const { accounts } = found
  return {
    ...counted,
    gone: found.companies.length === 0 && !accounts.some(({ is_active }) => is_active),
    accounts_deleted: accounts.filter(({ deleted }) => deleted).length,
    accounts_deactivated: accounts.filter(({ deleted }) => !deleted).length,
    confirmation: found.companies[0] ?? 'demo accounts',
    refusal:
      refusalOf(found) ||
      (caller ? tooMany(found.documents, documents_max) : found.administered ? '' : NOBODY_LEFT),
  }
}

type Survey = Omit<
  DemoSurvey,
  'gone' | 'accounts_deleted' | 'accounts_deactivated' | 'confirmation' | 'refusal'
> & {
  own: boolean
  administered: boolean
  real: boolean
  calling: boolean
}

const NOBODY_LEFT =
  'Nobody could administer Lulus any more. Make a superadmin account first: npm run lulus -- users superadmin EMAIL'

const tooMany = (documents: number, documents_max: number): string =>
  documents <= documents_max
    ? ''
    : `The demo company has ${documents.toLocaleString('en')} documents, too many to be removed while you wait. ` +
      'Whoever runs Lulus removes them: npm run lulus -- demo remove'

const refusalOf = ({ own, real, calling }: Survey): string => {
  if (own) {
    return (
      'Your account is one of the demo company and would go with it. Log in with a superadmin account of your own; ' +
      'if there is none yet, make one first.'
    )
  }
  if (real) {
    return (
      'A demo company has sent documents to Production. They have legal effect, ' +
      'and their evidence is never deleted.'
    )
  }
  return calling ? 'A document of the demo company is being sent at this moment. Try again in a minute.' : ''
}
