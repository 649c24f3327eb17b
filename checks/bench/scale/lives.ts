import { malaysianDate } from '#domain/time/dates.ts'
import { loadAbsent } from '../../../server/src/access/caller.ts'
import { openGate } from '../../../server/src/authority/wire/gate.ts'
import { decide } from '../../../server/src/documents/deciding/approve.ts'
import { on } from '../../../server/src/documents/store/tables.ts'
import { pollSubmission } from '../../../server/src/documents/verdicts/poll.job.ts'
import { acceptDocument } from '../../../server/src/intake/accept.ts'
import { systemClock } from '../../../server/src/platform/clock/clock.ts'
import type { PipelineStage } from '../pipeline-stage.ts'
import { engineFor, sendAll } from '../sending.ts'

/** So few are sent at once that each travels alone, as documents of people do. */
const AT_ONCE = 10

/** Takes so many documents of so many lines from their creation to the authority's verdict: all are valid then. */
export const liveThrough = async (
  stage: PipelineStage,
  { count, lines }: { count: number; lines: number },
) => {
  const engine = engineFor(stage, stage.simulator_url, openGate())
  for (let made = 0; made < count; made += AT_ONCE) {
    for (let one = 0; one < AT_ONCE; one++) await approvedOne(stage, `LIFE-${lines}-${made + one}`, lines)
    await sendAll(stage, engine, 'single')
    const { sender_entity_id } = stage
    for (const submission_uid of await waitingAt(stage))
      await pollSubmission(engine, { sender_entity_id, submission_uid })
  }
  if ((await waitingAt(stage)).length > 0) throw new Error('Some documents have no verdict.')
}

const approvedOne = async (stage: PipelineStage, invoice_number: string, lines: number) => {
  const { db } = stage
  const now = systemClock.now()
  const maker = await callerOf(stage, stage.maker_id)
  const raw = payloadOf(invoice_number, lines, malaysianDate(now))
  const { row } = await acceptDocument({ db, caller: maker, now, lane: 'single' }, raw)
  const decision = { uuid: row.id, status: 'Approved', rejection_reason: '', revision: undefined } as const
  await decide({ db, caller: await callerOf(stage, stage.approver_id), now }, decision)
}

const callerOf = async ({ db }: PipelineStage, id: string) => {
  const caller = await loadAbsent(db, { kind: 'user', id }, systemClock.now())
  if (!caller) throw new Error('There is no such person.')
  return caller
}

const waitingAt = async ({ db }: PipelineStage): Promise<string[]> => {
  const found = on(db).selectFrom('documents').where('status', '=', 'Submitted').select('submission_uid')
  return [...new Set((await found.execute()).flatMap(({ submission_uid }) => submission_uid ?? []))]
}

const payloadOf = (invoice_number: string, lines: number, invoice_date: string) => ({
  ...{ source: 'ERP', invoice_number, invoice_type: '01', invoice_date, sender_store_code: 'KUL01' },
  ...{ invoice_currency: 'MYR', document_remarks: 'Sila bayar dalam 30 hari' },
  customer: {
    ...{ name: 'Perniagaan Seri Jaya Sdn Bhd', tin_no: 'C25845632020', email: 'akaun@serijaya.example' },
    ...{ identity_type: 'BRN', identity_number: '201901012345', contact_number: '+60312345678' },
    ...{ address1: '12 Jalan Tun Razak', address2: 'Tingkat 4', zipcode: '50400', city: 'Kuala Lumpur' },
    ...{ state: '14', country: 'MYS' },
  },
  items: Array.from({ length: lines }, (_, at) => ({
    ...{ classification: '022', item_description: `Kertas A4 80 g, kotak ${at}`, quantity: '10' },
    ...{ unit_price: '12.50', tax_type: '01', tax_rate: '10' },
  })),
})
