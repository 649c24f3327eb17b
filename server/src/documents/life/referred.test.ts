import { expect, test } from 'vitest'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, payload, submit } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'
import { on } from '../store/tables.ts'

/** What a note says of the document of ours that it is of. */
const world = await createWorld({ simulator: true })

type Told = { invoice_number: string; authority_uuid: string | null }

const note = (type: string, { invoice_number, authority_uuid }: Told, given: Record<string, unknown> = {}) =>
  submit(
    world,
    'aminah',
    payload({
      ...{ invoice_type: type, original_inv_number: invoice_number, original_inv_ref_number: authority_uuid },
      ...given,
    }),
  )

/** As if whatever led there had happened. */
const put = (id: string, status: Status) =>
  on(world.db).updateTable('documents').set({ status }).where('id', '=', id).execute()

test.each<Status>(['Submitted', 'Validated'])(
  'is its UUID, and not NA, once that is known, as of one that is %s: of debit notes and edits too',
  async (status) => {
    const original = await buildDocument(world, { status: 'Submitted' })
    const na = { ...original, authority_uuid: 'NA' }
    await put(original.id, 'Approved')
    const before = await note('03', na)
    const uuid = String(before.body.UUIDs[0])
    await put(uuid, 'Submission Failed')
    await put(original.id, status)
    const why =
      `${original.invoice_number} is an e-invoice. Please enter its LHDN UUID in place of NA: ` +
      `${original.authority_uuid}.`
    const refused = { status: 400, body: { original_inv_ref_number: [why] } }
    for (const type of ['02', '03', '04']) expect(await note(type, na), type).toMatchObject(refused)
    expect(await note('03', na, { uuid })).toMatchObject(refused)
    expect((await note('03', original, { uuid })).status).toBe(200)
  },
)
