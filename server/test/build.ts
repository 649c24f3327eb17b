import { documents } from '#contract/documents.ts'
import { intake } from '#contract/intake.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { createCustomer, type NewCustomer } from '../src/customers/create.ts'
import { sendApproved } from '../src/documents/sending/send.job.ts'
import type { DocumentRow } from '../src/documents/store/rows.ts'
import { on } from '../src/documents/store/tables.ts'
import { pollSubmission } from '../src/documents/verdicts/poll.job.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { planFault } from './simulator.ts'
import { NOON, type Who, type World } from './world.ts'

let count = 0

const BUYER = {
  name: 'Perniagaan Seri Jaya Sdn Bhd',
  tin_no: 'C25845632020',
  identity_type: 'BRN',
  identity_number: '201901012345',
  email: 'akaun@serijaya.example',
  contact_number: '+60312345678',
  address1: '12 Jalan Tun Razak',
  zipcode: '50400',
  city: 'Kuala Lumpur',
  state: '14',
  country: 'MYS',
}

const LINE = {
  classification: '022',
  item_description: 'Kertas A4',
  unit_price: '12.50',
  quantity: '10',
  tax_type: '01',
  tax_rate: '10',
}

type Given = Record<string, unknown> & {
  customer?: Record<string, unknown>
  items?: Record<string, unknown>[]
}

/** One line of a payload: RM 125.00 and 10 % tax, unless told otherwise. */
export const line = (given: Record<string, unknown> = {}) => ({ ...LINE, ...given })

/** One document as `submit-json` takes it: a valid invoice of KUL01 over RM 137.50, unless told otherwise. */
export const payload = ({ customer, items, ...given }: Given = {}) => ({
  source: 'UI',
  invoice_type: '01',
  sender_store_code: 'KUL01',
  invoice_currency: 'MYR',
  ...given,
  customer: { ...BUYER, ...customer },
  items: items ?? [line()],
})

/** Submits documents as somebody, the way the screens and integrations do. */
export const submit = (world: World, who: Who, documents: unknown, headers: Record<string, string> = {}) =>
  world.as(who).callWrongly(intake.submit, { body: [{ invoices_data: documents }] }, { headers })

/** Approves, rejects or withdraws as somebody. */
export const decide = (
  world: World,
  who: Who,
  uuid: string,
  body: Record<string, unknown> = { status: 'Approved' },
) => world.as(who).callWrongly(documents.approve, { params: { uuid }, body })

export const documentOf = (world: World, uuid: string): Promise<DocumentRow> =>
  on(world.db).selectFrom('documents').where('id', '=', uuid).selectAll().executeTakeFirstOrThrow()

type Wanted = Given & { status?: Status; who?: Who }

/**
 * A document in the status asked for, brought there by the product's own verbs, with the simulator in process from
 * Submitted on. Sending takes along whatever else of the entity is Approved.
 */
export const buildDocument = async (
  world: World,
  { status = 'Pending Approval', who = 'aminah', ...given }: Wanted = {},
): Promise<DocumentRow> => {
  const made = await submit(world, who, payload(status === 'Invalid' ? unknownBuyer(given) : given))
  const uuid: unknown = made.body?.UUIDs?.[0]
  if (typeof uuid !== 'string') throw new Error(`The document was not taken: ${made.text}`)
  await PATHS[status](world, uuid, who)
  const row = await documentOf(world, uuid)
  if (row.status !== status) throw new Error(`The document is ${row.status}: ${row.status_message}`)
  return row
}

/** Approved documents that came in one call, so that they travel in one batch. */
export const buildBatch = async (world: World, size: number, given: Given = {}): Promise<DocumentRow[]> => {
  const made = await submit(
    world,
    'aminah',
    Array.from({ length: size }, () => payload(given)),
  )
  const uuids: string[] = made.body.UUIDs
  for (const uuid of uuids) await decide(world, 'bakri', uuid)
  return Promise.all(uuids.map((uuid) => documentOf(world, uuid)))
}

/** The simulator finds this buyer invalid. */
const unknownBuyer = (given: Given): Given => ({
  ...given,
  customer: { ...given.customer, name: 'SIM INVALID' },
})

type Path = (world: World, uuid: string, who: Who) => Promise<unknown>

const checkerOf = (who: Who): Who => (who === 'aminah' ? 'bakri' : who === 'devi' ? 'farid' : 'devi')

const approve: Path = (world, uuid, who) => decide(world, checkerOf(who), uuid)

/** Approves and sends; `troubles` names what the calls to submit meet. It meets this document alone. */
const send =
  (...troubles: string[]): Path =>
  async (world, uuid, who) => {
    if (troubles.length > 0) await sendApproved(world.engine, await documentOf(world, uuid))
    await approve(world, uuid, who)
    for (const trouble of troubles) await planFault(world, 'submit', trouble)
    await sendApproved(world.engine, await documentOf(world, uuid))
  }

const sendAndPoll: Path = async (world, uuid, who) => {
  await send()(world, uuid, who)
  const { sender_entity_id, submission_uid } = await documentOf(world, uuid)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
}

const PATHS: Record<Status, Path> = {
  'Pending Approval': async () => {},
  Approved: approve,
  Submitted: send(),
  'Outcome Unknown': send('504-after-accept'),
  // A refused token is tried twice.
  OnHold: send('401', '401'),
  'Submission Failed': send('403'),
  Validated: sendAndPoll,
  Invalid: sendAndPoll,
  'Approval Rejected': (world, uuid, who) =>
    decide(world, checkerOf(who), uuid, { status: 'Rejected', rejection_reason: 'Wrong buyer' }),
  'User Cancelled': (world, uuid, who) => decide(world, who, uuid, { status: 'User Cancelled' }),
}

/** A customer of Kinabalu, valid unless told otherwise; answers the id. */
export const buildCustomer = (world: World, given: Partial<NewCustomer> = {}): Promise<string> => {
  count += 1
  const customer: NewCustomer = {
    sender_entity_id: world.company.entities.kinabalu,
    name: `Pelanggan Nombor ${count} Sdn Bhd`,
    entity_code: String(2_000_000_000_000_000 + count),
    tin_no: 'C25845632020',
    identity_type: 'BRN',
    identity_number: `2019010${String(count).padStart(5, '0')}`,
    sst_no: '',
    ttx_no: '',
    email: 'akaun@pelanggan.example',
    contact_number: '+60312345678',
    address1: '12 Jalan Tun Razak',
    address2: '',
    address3: '',
    zipcode: '50400',
    city: 'Kuala Lumpur',
    state: '14',
    country: 'MYS',
    msic_code: '00000',
    business_description: '',
    contact_person: '',
    contact_reference: '',
    bank_number: '',
    source_ui: true,
    is_supplier: false,
    ...given,
  }
  return inTransaction(world.db, (tx) => createCustomer(tx, customer, NOON))
}
