import { describe, expect, test } from 'vitest'
import { expectGolden, printTable } from '../../test/golden.ts'
import { STATUSES } from '../documents/lifecycle.ts'
import type { Caller } from './caller.ts'
import { allFlags } from './caller.ts'
import type { Flag } from './flags.ts'
import { FLAGS } from './flags.ts'
import { ACTIONS, CANCEL_WINDOW_MS, cancelDeadline, may, type Subject } from './policy.ts'

const NOW = new Date('2026-11-20T06:00:00Z')
const MAKER = 'aminah'

const user = (
  user_id: string,
  flags: Iterable<Flag>,
  access_type: 'user' | 'superadmin' = 'user',
): Caller => ({
  kind: 'user',
  user_id,
  email: `${user_id}@lulus.example`,
  display_name: user_id,
  access_type,
  flags: new Set(flags),
  stores: [],
})
const key = (flags: Iterable<Flag>): Caller => ({
  kind: 'api_key',
  key_id: 'key-1',
  name: 'till',
  sender_entity_id: 'kinabalu',
  flags: new Set(flags),
  stores: [],
})

const CALLERS: Record<string, Caller> = {
  'no flag': user('gita', []),
  ...Object.fromEntries(FLAGS.map((flag) => [flag, user('gita', [flag])])),
  'all flags': user('chong', allFlags),
  'all flags, maker': user(MAKER, allFlags),
  superadmin: user('devi', [], 'superadmin'),
  'superadmin, maker': user(MAKER, [], 'superadmin'),
  'API key': key(['can_create_invoice', 'can_view_invoice']),
}

const subject = (overrides: Partial<Subject> = {}): Subject => ({
  status: 'Pending Approval',
  invoice_type: '01',
  created_by: MAKER,
  edited_by: [],
  validated_at: null,
  awaits_cancellation: false,
  ...overrides,
})

/** Validated a moment ago where that applies, so that the table shows the window while it is open. */
const answerOf = (caller: Caller, action: (typeof ACTIONS)[number], status: Subject['status']) => {
  const validated_at = status === 'Validated' ? NOW : null
  const answer = may(caller, action, subject({ status, validated_at }), NOW)
  return answer.ok ? 'yes' : SIGNS[answer.code]
}

const SIGNS = {
  ...({ flag_missing: '-', wrong_status: '.', own_document: 'own', too_late: 'late' } as const),
  awaits_cancellation: 'waits',
} as const
const LEGEND = `What each kind of caller may do with a document of his scope, by its status.
The maker created the document; a validated document was validated just now; what is OnHold the server held.

yes   he may
-     a permission is missing
.     not in this status
own   not with a document of his own; withdraw: only with one of his own, or what came back and he may edit

`

test('the golden table shows who may do what in which status', () => {
  const rows = Object.entries(CALLERS).flatMap(([name, caller]) =>
    ACTIONS.map((action) => [name, action, ...STATUSES.map((status) => answerOf(caller, action, status))]),
  )
  expectGolden('docs/policy.txt', LEGEND + printTable([['caller', 'action', ...STATUSES], ...rows]))
})

describe('nobody decides about his own document', () => {
  test.each(['approve', 'reject'] as const)(
    '%s: neither the maker nor an editor, not even a superadmin',
    (action) => {
      for (const access_type of ['user', 'superadmin'] as const) {
        const caller = user('bakri', allFlags, access_type)
        expect(may(caller, action, subject(), NOW)).toEqual({ ok: true })
        expect(may(caller, action, subject({ created_by: 'bakri' }), NOW)).toMatchObject({
          code: 'own_document',
        })
        expect(may(caller, action, subject({ edited_by: ['bakri', 'ezra'] }), NOW)).toMatchObject({
          code: 'own_document',
        })
      }
    },
  )

  test('unless the company of one person has switched that on', () => {
    const caller = user(MAKER, allFlags)
    expect(may(caller, 'approve', subject(), NOW, { allow_self_approval: true })).toEqual({ ok: true })
  })
})

test('only the creator withdraws a pending document', () => {
  expect(may(user(MAKER, ['can_create_invoice']), 'withdraw', subject(), NOW)).toEqual({ ok: true })
  expect(may(user('devi', [], 'superadmin'), 'withdraw', subject(), NOW)).toMatchObject({
    code: 'own_document',
  })
})

test.each(['Approval Rejected', 'Submission Failed', 'Invalid'] as const)(
  'what came back as %s is thrown away by its creator, and by whoever may edit it',
  (status) => {
    const back = subject({ status })
    expect(may(user(MAKER, ['can_create_invoice']), 'withdraw', back, NOW)).toEqual({ ok: true })
    expect(may(user('gita', ['can_edit_invoice']), 'withdraw', back, NOW)).toEqual({ ok: true })
    expect(may(user('devi', [], 'superadmin'), 'withdraw', back, NOW)).toEqual({ ok: true })
    expect(may(user('gita', ['can_create_invoice']), 'withdraw', back, NOW)).toMatchObject({
      ...{ code: 'own_document', why: expect.stringContaining('or who may edit it') },
    })
    expect(may(user('gita', ['can_edit_invoice']), 'withdraw', subject(), NOW)).toMatchObject({ ok: false })
  },
)

test('what waits for the cancellation of another document is not approved, but may be rejected', () => {
  const waiting = subject({ awaits_cancellation: true })
  const bakri = user('bakri', allFlags)
  expect(may(bakri, 'approve', waiting, NOW)).toMatchObject({ code: 'awaits_cancellation' })
  expect(may(bakri, 'reject', waiting, NOW)).toEqual({ ok: true })
  expect(may(user(MAKER, allFlags), 'approve', waiting, NOW)).toMatchObject({ code: 'own_document' })
})

test('what the server put on hold a person may hold, once', () => {
  const bakri = user('bakri', allFlags)
  const held = subject({ status: 'OnHold' })
  expect(may(bakri, 'hold', held, NOW)).toEqual({ ok: true })
  expect(may(bakri, 'hold', { ...held, held_by_person: true }, NOW)).toMatchObject({ code: 'wrong_status' })
  expect(may(bakri, 'release', { ...held, held_by_person: true }, NOW)).toEqual({ ok: true })
})

describe('cancelling', () => {
  const devi = user('devi', [], 'superadmin')
  const validated = (age_ms: number) =>
    subject({ status: 'Validated', validated_at: new Date(NOW.getTime() - age_ms) })

  test('is possible for exactly 72 hours from the authority’s own validation instant', () => {
    expect(may(devi, 'cancel', validated(CANCEL_WINDOW_MS), NOW)).toEqual({ ok: true })
    expect(may(devi, 'cancel', validated(CANCEL_WINDOW_MS + 1), NOW)).toEqual({
      ok: false,
      code: 'too_late',
      why:
        'The 72 hours for cancelling ended on 20 Nov 2026, 13:59 MYT. ' +
        'Correct it with a credit, debit or refund note.',
    })
  })

  test('is over for a note too, which is corrected by another note of its original, not by a note of it', () => {
    const late = validated(CANCEL_WINDOW_MS + 1)
    expect(may(devi, 'cancel', { ...late, invoice_type: '02' }, NOW)).toMatchObject({
      code: 'too_late',
      why: expect.stringMatching(/MYT\. Correct the document that it refers to with another note\.$/),
    })
  })

  test('needs that instant', () => {
    expect(may(devi, 'cancel', subject({ status: 'Validated' }), NOW)).toMatchObject({ code: 'too_late' })
    expect(cancelDeadline({ validated_at: null })).toBeNull()
  })
})

test('a refusal says in one sentence what is missing', () => {
  expect(may(user('gita', []), 'approve', subject(), NOW)).toEqual({
    ok: false,
    code: 'flag_missing',
    why: 'You need the permission can_approve_invoice.',
  })
  expect(may(user('gita', []), 'cancel', subject(), NOW)).toMatchObject({
    why: 'Only a superadmin may do this.',
  })
  expect(may(user('devi', [], 'superadmin'), 'edit', subject({ status: 'Approved' }), NOW)).toEqual({
    ok: false,
    code: 'wrong_status',
    why: 'Only possible while the document is Submission Failed or Invalid or Approval Rejected; it is Approved.',
  })
})
