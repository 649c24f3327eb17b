/** Makes documents by direct calls, for the tests that begin where a document already exists. */
import { callAs, type Person } from './people.ts'

type Wanted = {
  store: string
  buyer: string
  description?: string
  quantity?: string
  contract?: string
  /** Fields of the header, of the buyer and of further lines that differ from the usual ones. */
  header?: object
  particulars?: object
  more_lines?: { item_description: string }[]
}

type Profile = { sender_entities: { id: string; entity_code: string }[] }
type Stored = { Invoice_Numbers: string[]; UUIDs: string[] }

/** A small invoice over MYR 120.00 a piece, waiting for approval. */
export const submitInvoice = async (person: Person, wanted: Wanted) => {
  const [made] = await submitInvoices(person, [wanted])
  if (!made) throw new Error('The answer names no document.')
  return made
}

/** Several of them in one call, 100 at most; all have the buyer of the first. */
export const submitInvoices = async (person: Person, wanted: readonly Wanted[]) => {
  const caller = await callAs(person)
  const profile = (await (await caller.get('/api/v1/user-profile/')).json()) as Profile
  const search = new URLSearchParams({ search: wanted[0]?.buyer ?? '' })
  const [customer] = (await (await caller.get(`/api/v1/customers-list/?${search}`)).json()) as Customer[]
  const entity = profile.sender_entities.find((one) => one.id === customer?.sender_entity_id)
  if (!customer || !entity) throw new Error(`${person} has no customer named ${wanted[0]?.buyer}.`)
  const invoices_data = wanted.map((one) => invoiceOf(one, customer, entity.entity_code))
  const answer = await caller.post('/api/v1/integration/submit-json/', [{ invoices_data }])
  if (!answer.ok) throw new Error(`The invoice was refused: ${await answer.text()}`)
  const stored = (await answer.json()) as Stored
  return stored.UUIDs.map((uuid, at) => ({ number: stored.Invoice_Numbers[at] ?? '', uuid }))
}

/** Decides by a call, for the tests that begin behind the decision. */
export const decideByCall = async (person: Person, uuid: string, verdict: object) => {
  const caller = await callAs(person)
  const answer = await caller.post(`/api/v1/integration/approve-invoice/${uuid}/`, verdict)
  if (!answer.ok) throw new Error(`The decision was refused: ${await answer.text()}`)
}

export const approveByCall = (person: Person, uuid: string) =>
  decideByCall(person, uuid, { status: 'Approved' })

export const SENT_BACK = 'One point is missing.'
export const sendBack = (uuid: string, rejection_reason = SENT_BACK, person: Person = 'bakri') =>
  decideByCall(person, uuid, { status: 'Rejected', rejection_reason })

/** What the server has of a document. */
export const storedOf = async (uuid: string) =>
  (await (await callAs('aminah')).get(`/api/v1/invoices/${uuid}/`)).json() as Promise<{
    status: string
    document_remarks: string
  }>

const invoiceOf = (wanted: Wanted, customer: Customer, sender_entity_code: string) => {
  const { sender_entity_id, is_supplier, ...buyer } = customer
  const line = {
    classification: '022',
    item_description: wanted.description ?? 'Network cabling, per point',
    unit_price: '120.00',
    quantity: wanted.quantity ?? '1',
    unit_of_measurement: 'EA',
    tax_type: '02',
    tax_rate: '8',
  }
  return {
    source: 'UI',
    invoice_type: '01',
    invoice_currency: 'MYR',
    sender_store_code: wanted.store,
    sender_entity_code,
    contract_number: wanted.contract ?? '',
    ...wanted.header,
    customer: { ...buyer, ...wanted.particulars },
    items: [line, ...(wanted.more_lines ?? []).map((other) => ({ ...line, ...other }))],
  }
}

type Customer = Record<string, unknown> & { sender_entity_id: string; is_supplier: boolean }
