import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, lastOfMonth, malaysianDate, malaysianTime } from '../time/dates.ts'
import { FREQUENCIES, formatCovered, formatRunAt, formatWindow, lastWindow, nextRuns } from './windows.ts'

const myt = (text: string) => new Date(`${text}+08:00`)
const told = (frequency: (typeof FREQUENCIES)[number], after: string) =>
  nextRuns(frequency, myt(after), 3).map((run) => `${formatRunAt(run.at)}, covers ${formatCovered(run)}`)

describe('the next three runs', () => {
  test.each([
    [
      ...(['weekly', '2026-11-22T17:00:00'] as const),
      [
        'Mon 23 Nov 2026 06:00 MYT, covers 16–22 Nov',
        'Mon 30 Nov 2026 06:00 MYT, covers 23–29 Nov',
        'Mon 7 Dec 2026 06:00 MYT, covers 30 Nov – 6 Dec',
      ],
    ],
    [
      ...(['weekly', '2026-12-25T12:00:00'] as const),
      [
        'Mon 28 Dec 2026 06:00 MYT, covers 21–27 Dec',
        'Mon 4 Jan 2027 06:00 MYT, covers 28 Dec 2026 – 3 Jan 2027',
        'Mon 11 Jan 2027 06:00 MYT, covers 4–10 Jan',
      ],
    ],
    [
      ...(['daily', '2028-02-27T12:00:00'] as const),
      [
        'Mon 28 Feb 2028 06:00 MYT, covers 27 Feb',
        'Tue 29 Feb 2028 06:00 MYT, covers 28 Feb',
        'Wed 1 Mar 2028 06:00 MYT, covers 29 Feb',
      ],
    ],
    [
      ...(['daily', '2026-12-31T23:59:59'] as const),
      [
        'Fri 1 Jan 2027 06:00 MYT, covers 31 Dec 2026',
        'Sat 2 Jan 2027 06:00 MYT, covers 1 Jan',
        'Sun 3 Jan 2027 06:00 MYT, covers 2 Jan',
      ],
    ],
    [
      ...(['monthly', '2027-12-31T12:00:00'] as const),
      [
        'Sat 1 Jan 2028 06:00 MYT, covers 1–31 Dec 2027',
        'Tue 1 Feb 2028 06:00 MYT, covers 1–31 Jan',
        'Wed 1 Mar 2028 06:00 MYT, covers 1–29 Feb',
      ],
    ],
  ])('%s after %s', (frequency, after, runs) => {
    expect(told(frequency, after)).toEqual(runs)
  })

  test('are told in Malay', () => {
    const [first] = nextRuns('weekly', myt('2026-11-30T12:00:00'), 1)
    const words = first && [formatRunAt(first.at, 'ms'), formatCovered(first, 'ms')]
    expect(words).toEqual(['Isn 7 Dis 2026 06:00 MYT', '30 Nov – 6 Dis'])
    expect(formatWindow({ from: '2026-03-01', to: '2026-03-31' }, 'ms')).toBe('1–31 Mac 2026')
  })

  test('begin today until 06:00, and with the following one from then on', () => {
    expect(told('weekly', '2026-11-23T05:59:59')[0]).toContain('Mon 23 Nov')
    expect(told('weekly', '2026-11-23T06:00:00')[0]).toContain('Mon 30 Nov')
    expect(told('monthly', '2026-12-01T05:59:59')[0]).toContain('Tue 1 Dec')
    expect(told('monthly', '2026-12-01T06:00:00')[0]).toContain('Fri 1 Jan 2027')
  })
})

test('what is over is told by the Malaysian day', () => {
  expect(formatWindow(lastWindow('daily', myt('2026-11-22T00:00:00')))).toBe('21 Nov 2026')
  expect(formatWindow(lastWindow('weekly', myt('2026-11-22T23:59:59')))).toBe('9–15 Nov 2026')
  expect(formatWindow(lastWindow('weekly', myt('2026-11-23T00:00:00')))).toBe('16–22 Nov 2026')
  expect(formatWindow(lastWindow('monthly', myt('2028-03-01T00:00:00')))).toBe('1–29 Feb 2028')
})

/** Any instant of four years, among them a leap year. */
const instant = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 11, 31) })
  .map((ms) => new Date(ms))

describe.each(FREQUENCIES)('%s runs', (frequency) => {
  test('cover each day once, without a gap, from wherever one looks', () => {
    fc.assert(
      fc.property(instant, (after) => {
        const runs = nextRuns(frequency, after, 14)
        for (const [index, run] of runs.entries()) {
          expect(run.at > (runs[index - 1]?.at ?? after)).toBe(true)
          expect(malaysianTime(run.at)).toBe('06:00:00')
          expect(addDays(run.to, 1)).toBe(malaysianDate(run.at))
          const before = runs[index - 1]
          if (before) expect(run.from).toBe(addDays(before.to, 1))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('are a day, a week from Monday, a whole month', () => {
    fc.assert(
      fc.property(instant, (after) => {
        const [run] = nextRuns(frequency, after, 1)
        if (!run) throw new Error('There is always a next one.')
        const { from, to } = run
        const starts = new Date(`${from}T00:00:00Z`)
        if (frequency === 'daily') expect(from).toBe(to)
        if (frequency === 'weekly') expect([starts.getUTCDay(), addDays(from, 6)]).toEqual([1, to])
        if (frequency === 'monthly') expect([from.slice(8), lastOfMonth(from)]).toEqual(['01', to])
      }),
      { numRuns: 300 },
    )
  })

  test('of an instant are those of the instant before, until one is due', () => {
    fc.assert(
      fc.property(instant, (after) => {
        const [first, second] = nextRuns(frequency, after, 2)
        if (!first || !second) throw new Error('There are always two.')
        expect(nextRuns(frequency, new Date(first.at.getTime() - 1), 1)).toEqual([first])
        expect(nextRuns(frequency, first.at, 1)).toEqual([second])
      }),
      { numRuns: 300 },
    )
  })
})
