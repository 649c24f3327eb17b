import { describe, expect, it } from 'vitest'
import { STATUSES } from '../documents/lifecycle.ts'
import { HOUR_MS } from '../time/units.ts'
import { KIND_KEYS, KINDS, keysNotOff, wayOf, withKeys } from './kinds.ts'
import { type DocumentFacts, noticesOf, toldUpTo } from './of-document.ts'
import { snoozedUntil } from './snooze.ts'

const NOW = new Date('2026-11-22T04:00:00Z')
const facts = (given: Partial<DocumentFacts> = {}): DocumentFacts => ({
  ...{ status: 'Pending Approval', line_id: '7', moved_at: new Date('2026-11-20T01:00:00Z') },
  moved_by: null,
  ...{
    stays_held: false,
    differs_at_lhdn: false,
    awaits_cancellation: false,
    created_by: 'a',
    edited_by: [],
    consolidated: false,
    left_trial: false,
  },
  ...{ submit_by: '2026-11-20', validated_at: null, reject_requested_at: null, cancellation: null },
  ...given,
})
const kindsOf = (given: Partial<DocumentFacts>, now = NOW) =>
  noticesOf(facts(given), now).map(({ kind }) => kind)

describe('a document', () => {
  it('is told of in the statuses in which somebody must act, and in no other', () => {
    const told = STATUSES.flatMap((status) => kindsOf({ status }).map((kind) => `${status}: ${kind}`))
    expect(told).toEqual([
      'Pending Approval: approval_waiting',
      'Outcome Unknown: outcome_unknown',
      'OnHold: on_hold',
      'Submission Failed: submission_failed',
      'Invalid: invalid',
      'Approval Rejected: sent_back',
    ])
    expect(kindsOf({ status: 'OnHold', stays_held: true })).toEqual([])
    const another = { status: 'OnHold', stays_held: true, differs_at_lhdn: true } as const
    expect(kindsOf(another)).toEqual(['received_already'])
  })

  it('waits for approval by others than those who made and edited it', () => {
    const [notice] = noticesOf(facts({ edited_by: ['b', 'c'] }), NOW)
    expect(notice?.hidden_from).toEqual(['a', 'b', 'c'])
  })

  it('that was sent back is told of to others than who sent it back', () => {
    const back = { status: 'Approval Rejected' as const, created_by: 'a', moved_by: 'b' }
    expect(noticesOf(facts(back), NOW)).toMatchObject([{ kind: 'sent_back', hidden_from: ['b'] }])
    expect(noticesOf(facts({ ...back, moved_by: null }), NOW)).toMatchObject([{ hidden_from: [] }])
  })

  it('that replaces one which is not cancelled yet waits for nobody’s approval', () => {
    expect(noticesOf(facts({ awaits_cancellation: true }), NOW)).toEqual([])
    expect(kindsOf({ awaits_cancellation: false })).toEqual(['approval_waiting'])
  })

  it('that is consolidated has a deadline, told of from two days before its end on', () => {
    const consolidated = { consolidated: true, submit_by: '2026-12-07' }
    const end = Date.parse('2026-12-07T16:00:00Z')
    const from = new Date(end - 48 * HOUR_MS)
    expect(noticesOf(facts(consolidated), NOW)).toMatchObject([{ kind: 'approval_waiting', look_at: from }])
    expect(kindsOf(consolidated, new Date(from.getTime() - 1))).toEqual(['approval_waiting'])
    expect(noticesOf(facts(consolidated), from)).toMatchObject([
      { kind: 'approval_waiting', look_at: null },
      { kind: 'submission_deadline', due_at: new Date(end), began_at: from },
    ])
    expect(kindsOf({ ...consolidated, status: 'Submitted' }, from)).toEqual([])
  })

  it('that is consolidated has it also where a person holds it, or it was sent back', () => {
    const due = { consolidated: true, submit_by: '2026-12-07' }
    const from = new Date('2026-12-05T16:00:00Z')
    const before = new Date(from.getTime() - 1)
    const held = { ...due, status: 'OnHold', stays_held: true } as const
    const back = { ...due, status: 'Approval Rejected' } as const
    expect([kindsOf(held, before), kindsOf(back, before)]).toEqual([[], ['sent_back']])
    expect(kindsOf(held, from)).toEqual(['submission_deadline'])
    expect(kindsOf(back, from)).toEqual(['sent_back', 'submission_deadline'])
    expect([toldUpTo(before), toldUpTo(from)]).toEqual(['2026-12-06', '2026-12-07'])
  })

  it('has no such day as a trial whose company has left the test system', () => {
    const due = { consolidated: true, submit_by: '2026-12-07', left_trial: true }
    const later = new Date('2026-12-20T00:00:00Z')
    expect(noticesOf(facts(due), NOW)).toMatchObject([{ kind: 'approval_waiting', look_at: null }])
    expect(kindsOf({ ...due, status: 'OnHold', stays_held: true }, later)).toEqual([])
  })

  it('of whose cancellation nobody knows what became is told of until it is known', () => {
    const validated_at = new Date('2026-11-21T04:00:00Z')
    const cancellation = { id: 'c', state: 'unclear', at: NOW }
    const asked = { status: 'Validated' as const, validated_at, cancellation }
    const later = new Date('2026-12-24T04:00:00Z')
    expect(noticesOf(facts(asked), later)).toMatchObject([
      { kind: 'cancellation_failed', origin: 'c', began_at: NOW, due_at: null, look_at: null },
    ])
    expect(kindsOf({ ...asked, cancellation: { ...cancellation, state: 'not_arrived' } }, later)).toEqual([])
  })

  it.each(['refused', 'unclear', 'not_arrived', 'not_sent'])(
    'whose cancellation is %s is told of, so that somebody cancels it again',
    (state) => {
      const validated_at = new Date('2026-11-21T04:00:00Z')
      const cancellation = { id: 'c', state, at: NOW }
      expect(kindsOf({ status: 'Validated', validated_at, cancellation })).toEqual(['cancellation_failed'])
    },
  )

  it('may be cancelled for 72 hours, and only so long is anybody told of it', () => {
    const validated_at = new Date('2026-11-21T04:00:00Z')
    const cancellation = { id: 'c', state: 'not_arrived', at: NOW }
    const asked = { status: 'Validated' as const, validated_at, reject_requested_at: NOW, cancellation }
    const end = new Date('2026-11-24T04:00:00Z')
    expect(noticesOf(facts(asked), NOW)).toMatchObject([
      { kind: 'rejection_requested', due_at: end, look_at: end },
      { kind: 'cancellation_failed', due_at: end, look_at: end },
    ])
    expect(kindsOf(asked, end)).toEqual([])
    expect(
      kindsOf({ ...asked, reject_requested_at: null, cancellation: { ...cancellation, state: 'done' } }),
    ).toEqual([])
  })
})

describe('what is put off', () => {
  it.each([
    ['2026-11-22T04:00:00Z', 'a Sunday', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['2026-11-23T04:00:00Z', 'a Monday', '2026-11-24T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['2026-12-31T15:59:59Z', 'a year’s last second', '2027-01-01T00:00:00Z', '2027-01-04T00:00:00Z'],
    ['2028-02-28T16:00:00Z', 'a leap day', '2028-03-01T00:00:00Z', '2028-03-06T00:00:00Z'],
  ])('on %s, %s, comes back at eight', (now, _what, tomorrow, monday) => {
    expect(snoozedUntil('tomorrow', new Date(now))).toEqual(new Date(tomorrow))
    expect(snoozedUntil('monday', new Date(now))).toEqual(new Date(monday))
  })
})

describe('a choice', () => {
  it('by keys is answered as it was given, and what is bound stays for superadmins', () => {
    for (const key of KIND_KEYS) {
      const chosen = withKeys({ chosen: {}, superadmin: false }, [key])
      expect(keysNotOff(chosen, false)).toEqual([key])
      expect(keysNotOff(chosen, true)).toEqual(expect.arrayContaining([key, 'certificate_ending']))
    }
    for (const kind of KINDS) expect(wayOf(kind, {}, false)).toBe(kind.usual)
  })
})
