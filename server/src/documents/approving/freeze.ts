import { sql } from 'kysely'
import type { z } from 'zod'
import { type approvals, FROZEN_MAX } from '#contract/approvals.ts'
import type { Output } from '#contract/endpoint.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { senderEntities } from '../../entities/records/find.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { inCompanies } from '../finding/companies.ts'
import { matchingPending } from '../reading/pending.ts'
import { awaitsDecisionOf } from '../store/conditions.ts'
import { makerSettings } from '../store/maker-settings.ts'
import { on } from '../store/tables.ts'
import { beginRun } from './begin-run.ts'
import { tellRun } from './tell.ts'

/**
 * Notes the pending documents that match and that the caller may approve, with their revisions, in one snapshot, in
 * place of the set that the caller froze before, and tells whose they are. Throws conflict `too_many_documents`.
 */
export const freezePending = async (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  filters: z.output<(typeof approvals.freeze)['body']>,
): Promise<Output<typeof approvals.freeze>> => {
  const settings = await makerSettings({ db })
  return inTransaction(db, async (tx) => {
    await on(tx)
      .deleteFrom('approval_runs')
      .where('user_id', '=', caller.user_id)
      .where('state', '=', 'frozen')
      .execute()
    const asked = await inCompanies({ db: tx, caller }, filters)
    const pending = matchingPending(tx, asked.by.caller, asked.filters)
      .where(awaitsDecisionOf(caller, settings))
      .select(['id as document_id', 'revision', 'sender_entity_id'])
      .select(['invoice_currency', 'invoice_type', 'total_payable_amount'])
      .limit(FROZEN_MAX + 1)
    const begun = await beginRun({ tx, caller, now }, { state: 'frozen', found: sql`${pending}` })
    const { run, company_ids } = begun
    if (run.total > FROZEN_MAX) {
      const most = FROZEN_MAX.toLocaleString('en')
      throw conflict('too_many_documents', `More than ${most} documents match. Narrow the filters.`)
    }
    const companies = (await senderEntities(tx, caller)).filter(({ id }) => company_ids.includes(id))
    return {
      ...(await tellRun(tx, { caller, now }, run)),
      companies: companies.map(({ name }) => name),
    }
  })
}
