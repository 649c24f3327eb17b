import type { Party, TaxDocument } from '../documents/document.ts'
import type { CalendarDate } from '../time/dates.ts'
import type { Check } from './check.ts'

export type Side = 'sender' | 'customer'
const SIDES: readonly Side[] = ['sender', 'customer']

type Around = { d: TaxDocument; side: Side; today: CalendarDate }

/** One finding list for both parties, each under its own path. */
export const both =
  (
    find: (
      party: Party,
      at: (field: keyof Party) => string,
      around: Around,
    ) => { field: string; message: string }[],
  ): Check['find'] =>
  (d, { today }) =>
    SIDES.flatMap((side) => find(d[side], (field) => `${side}.${field}`, { d, side, today }))
