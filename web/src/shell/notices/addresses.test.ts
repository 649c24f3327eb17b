import { expect, it } from 'vitest'
import type { NoticeItem } from '#contract/notifications/notices.ts'
import { addressOf } from '#domain/notifications/addresses.ts'
import { KIND_KEYS, type KindKey } from '#domain/notifications/kinds.ts'
import { DOCUMENT_KINDS } from '#domain/notifications/of-document.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import { paths } from '../../paths.ts'
import { agoText } from './ago.ts'

const AT = '2026-11-22T04:00:00.000Z'
const item = (kind: KindKey, count: number): NoticeItem => ({
  ...{
    kind,
    count,
    topic: 'e7',
    more: count === 1_000,
    newest_seq: 9,
    since: AT,
    latest: AT,
    due_at: null,
    trials: 0,
  },
  ...{
    subject: 'd3',
    label: 'M-KUL01000042',
    ...{ outcome: 'approved', reason: '' },
    entity_name: 'Kinabalu',
    snoozed_until: null,
  },
  ...{ store_codes: ['KUL01', 'PEN01'] },
})

it.each(KIND_KEYS)('an item of %s leads to a screen that there is', (kind) => {
  const { path } = addressOf(item(kind, 2))
  const known = Object.values(paths).map((one) => new RegExp(`^${one.replace(/\$\w+/g, '[^/]+')}$`))
  expect(known.some((one) => one.test(path))).toBe(true)
})

it('leads to the list of all of them, and of one to itself', () => {
  const search = { tab: 'Failed', sender_store_code: 'KUL01,PEN01' }
  expect(addressOf(item('submission_failed', 500))).toEqual({ path: paths.invoices, search })
  expect(addressOf(item('submission_failed', 1)).search).toEqual({ ...search, open: 'd3' })
})

it('leads who may not see the list to what came back beside the form', () => {
  expect(addressOf(item('sent_back', 1), false)).toEqual({ path: paths.create, search: {} })
})

it.each(DOCUMENT_KINDS)('several of %s lead to a part of a list, not to all of the departments', (kind) => {
  const { tab, ...search } = addressOf(item(kind, 2)).search
  expect(Object.keys(search).length > 1 || (tab && tab !== 'Validated')).toBeTruthy()
})

it('what became of a request about a rule leads its maker, who need not be a superadmin, to the rules', () => {
  const decided = item('request_decided', 1)
  expect(addressOf({ ...decided, topic: '7' }).path).toBe(paths.approvalRequests)
  expect(addressOf({ ...decided, topic: 'rule-7' }).path).toBe(paths.validationRules)
})

it.each([
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [HOUR_MS, '1 h ago'],
  [DAY_MS, '1 day ago'],
  [30 * DAY_MS, '30 days ago'],
])('calls %i ms “%s”', (passed_ms, words) => {
  expect(agoText(AT, Date.parse(AT) + passed_ms)).toBe(words)
})
