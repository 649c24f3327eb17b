import { on } from '../../src/documents/store/tables.ts'
import { documentOf } from '../build.ts'
import { type Accepted, ledgerOf } from '../simulator.ts'
import type { World } from '../world.ts'

type Row = Awaited<ReturnType<typeof documentOf>>

/** What must never be seen at any moment: a document shown as failed, or twice valid, while the authority holds it. */
export const alarmsOf = async (world: World, row: Row): Promise<string[]> => {
  const live = (await ledgerOf(world, row.invoice_number)).filter(isLive)
  const valid = live.filter((copy) => copy.status === 'Valid')
  if (valid.length > 1) return [`${row.invoice_number} is valid ${valid.length} times`]
  const failed = row.status === 'Submission Failed' || row.status === 'Invalid'
  return failed && live.length > 0
    ? [`${row.invoice_number} is shown as ${row.status}, and ${live[0]?.status} at the authority`]
    : []
}

const isLive = (copy: Accepted) => copy.status === 'Valid' || copy.status === 'Submitted'

/** What is wrong at the end: the row says exactly what the ledger holds, in a final state that gives its reason. */
export const endOf = async (world: World, id: string, allowed: readonly string[]): Promise<string[]> => {
  const row = await documentOf(world, id)
  const copies = await ledgerOf(world, row.invoice_number)
  const says = (words: string) => [`${row.invoice_number} is ${row.status}: ${words}`]
  if (!allowed.includes(row.status))
    return says(`it should be ${allowed.join(' or ')}; ${row.status_message}`)
  if (row.status_message === '') return says('no reason is given')
  const sent = await on(world.db)
    .selectFrom('attempts')
    .where('document_id', '=', id)
    .select(['state', 'document_hash', 'authority_uuid'])
    .execute()
  const unknown = copies.find((copy) => !sent.some((one) => one.document_hash === copy.documentHash))
  if (unknown) return says(`the authority holds ${unknown.uuid}, of which there is no record`)
  const held = copies.filter((copy) => copy.status === HELD_AS[row.status])
  const [only] = held
  switch (row.status) {
    case 'Submission Failed':
      return copies.length === 0 ? [] : says('the authority holds a copy')
    case 'Invalid':
      return copies.some((copy) => copy.uuid === row.authority_uuid) && copies.length === held.length
        ? []
        : says('the authority does not say so')
    default: {
      const accepted = sent.filter((one) => one.state === 'accepted')
      return held.length === 1 &&
        only?.uuid === row.authority_uuid &&
        accepted.length === 1 &&
        accepted[0]?.authority_uuid === only?.uuid
        ? []
        : says(`recorded as ${row.authority_uuid}, held as ${held.map((copy) => copy.uuid).join()}`)
    }
  }
}

const HELD_AS: Partial<Record<string, string>> = {
  Validated: 'Valid',
  Invalid: 'Invalid',
  'User Cancelled': 'Cancelled',
}
