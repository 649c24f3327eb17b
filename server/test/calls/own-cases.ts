import { at, type Case, oneOf } from './cases.ts'

/** Each is its maker's alone: views.test.ts. */
export const ON_VIEWS = {
  'views.list': at(),
  'views.create': at('none', {
    body: { list: 'invoices', name: 'Refused in Penang', search: '?tab=Invalid' },
  }),
  'views.update': at('none', { params: { id: 'nonsense' }, body: { name: 'Refused' } }),
  'views.remove': at('none', { params: { id: 'nonsense' } }),
}

const onMany = (body = {}): Case => ({
  rows: oneOf('store'),
  request: async (_world, { validated }) => ({ body: { uuids: [validated], ...body } }),
})
const onNoRun = at('none', { params: { id: 'nonsense' } })
export const ON_CANCELLATIONS = {
  ...{ 'cancellations.preview': onMany(), 'cancellations.begin': onMany({ reason: 'Wrong buyer' }) },
  ...{ 'cancellations.latest': at(), 'cancellations.read': onNoRun },
  ...{ 'cancellations.stop': onNoRun, 'cancellations.refusals': onNoRun },
}
