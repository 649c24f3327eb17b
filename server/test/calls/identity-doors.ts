import { sql } from 'kysely'
import { customers } from '#contract/customers.ts'
import type { Output } from '#contract/endpoint.ts'
import { entities } from '#contract/entities.ts'
import { imports } from '#contract/imports.ts'
import { intake } from '#contract/intake.ts'
import { tins } from '#contract/tins.ts'
import { IDENTITY_FIELDS, type Identity, normaliseIdentity } from '#domain/identity/normalise.ts'
import { readText } from '../../src/pdf/fixtures/read-pdf.ts'
import { buildCustomer, documentOf, payload, submit } from '../build.ts'
import type { Answer } from '../client.ts'
import { openEmpty, tokenOf } from '../empty.ts'
import { csvOf, row } from '../files.ts'
import { FIRST_COMPANY } from '../first-company.ts'
import type { Who, World } from '../world.ts'

/** What was kept, printed or asked of a party, and what the answer told of it where it has a place for that. */
export type Taken = { kept: Partial<Identity>; told?: unknown }
export type Door = (world: World, who: Who, party: Identity) => Promise<Taken>

let count = 0
/** What no other document or customer bears. */
export const fresh = (): string => String(++count).padStart(4, '0')

type Stored = Answer<Output<typeof intake.submit>>

const ofDocument = async (world: World, { body }: Stored): Promise<Taken> => ({
  kept: (await documentOf(world, body.UUIDs[0] ?? '')).content.customer,
  told: body.changes?.map(({ invoice_number: _, field, ...told }) => ({
    field: field.replace(/^customer\./, ''),
    ...told,
  })),
})

type FileCall = typeof imports.csv | typeof imports.file

const ofFile =
  (endpoint: FileCall, print: (number: string, party: Identity) => string): Door =>
  async (world, who, party) => {
    const upload = new File([print(`F-${fresh()}`, party)], 'documents')
    return ofDocument(world, await world.as(who).callWrongly(endpoint, { form: {}, upload }))
  }

const csv = (number: string, party: Identity) =>
  csvOf([
    row(number, Object.fromEntries(IDENTITY_FIELDS.map((field) => [`customer.${field}`, party[field]]))),
  ])

const json = (invoice_number: string, customer: Identity) =>
  JSON.stringify([{ invoices_data: payload({ invoice_number, customer }) }])

const preview: Door = async (world, who, party) => {
  const answer = await world.as(who).call(intake.preview, { body: payload({ customer: party }) })
  const text = readText(answer.bytes)
  const printed = Object.entries(normaliseIdentity(party).party).filter(([, value]) => text.includes(value))
  return { kept: Object.fromEntries(printed) }
}

type Saved = Answer<Identity & { changes: unknown }>
const asAnswered = ({ body }: Saved): Taken => ({ kept: body, told: body.changes })

const customerOf = (party: Identity) => ({ ...payload().customer, ...party })

const addCustomer: Door = async (world, who, party) =>
  asAnswered(await world.as(who).callWrongly(customers.create, { body: customerOf(party) }))

const changeCustomer: Door = async (world, who, party) => {
  const id = await buildCustomer(world)
  return asAnswered(
    await world.as(who).callWrongly(customers.update, { params: { id }, body: customerOf(party) }),
  )
}

const COMPANY = entities.create.body.keyof().options
const companyOf = (party: Identity) => {
  const given = { ...FIRST_COMPANY, ...party, entity_code: '' }
  return Object.fromEntries(COMPANY.map((field) => [field, given[field]]))
}

const addCompany: Door = async (world, who, party) =>
  asAnswered(await world.as(who).callWrongly(entities.create, { body: companyOf(party) }))

const changeCompany: Door = async (world, who, party) => {
  const params = { id: world.company.entities.selat }
  return asAnswered(await world.as(who).callWrongly(entities.update, { params, body: party }))
}

const firstCompany: Door = async (_, __, party) => {
  const empty = await openEmpty()
  const { body } = await empty.complete(tokenOf(await empty.start()), party)
  const [kept = {}] = (await (await empty.signIn()).call(entities.list, {})).body.entities
  return { kept, told: body.changes }
}

/** LHDN is asked about the pair as a document would bear it. */
const checkedTin: Door = async (
  world,
  who,
  { tin_no: tin, identity_type: id_type, identity_number: id_value },
) => {
  const query = { tin, id_type, id_value, sender_entity_id: world.company.entities.kinabalu }
  await sql`DELETE FROM tin_answers`.execute(world.db)
  await world.as(who).callWrongly(tins.validate, { query })
  const { rows } = await sql<Identity>`
    SELECT tin AS tin_no, id_type AS identity_type, id_value AS identity_number FROM tin_answers`.execute(
    world.db,
  )
  return { kept: rows[0] ?? {} }
}

/** Every way by which a TIN and its number come in, by the call; a file may hold them in two ways. */
export const DOORS: [id: string, as: string, door: Door][] = [
  [
    'intake.submit',
    'document',
    async (world, who, customer) => ofDocument(world, await submit(world, who, payload({ customer }))),
  ],
  ['imports.csv', 'CSV', ofFile(imports.csv, csv)],
  ['imports.csv', 'JSON', ofFile(imports.csv, json)],
  ['imports.file', 'CSV', ofFile(imports.file, csv)],
  ['imports.file', 'JSON', ofFile(imports.file, json)],
  ['intake.preview', 'draft', preview],
  ['customers.create', 'customer', addCustomer],
  ['customers.update', 'customer', changeCustomer],
  ['entities.create', 'company', addCompany],
  ['entities.update', 'company', changeCompany],
  ['setUp.complete', 'first company', firstCompany],
  ['tins.validate', 'question', checkedTin],
]
