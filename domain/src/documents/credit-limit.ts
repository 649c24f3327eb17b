import { add, type Decimal, isNegative, subtract } from '../money/decimal.ts'
import type { TaxDocument } from './document.ts'
import { IN_PROGRESS, STATUSES, type Status } from './lifecycle.ts'

/** Credit and refund notes, self-billed ones too: they take back of what a document charges. */
export const CREDITING = ['02', '04', '12', '14'] as const
/** Debit notes, which charge more. */
export const DEBITING = ['03', '13'] as const

export const isCrediting = (invoice_type: string) => CREDITING.some((type) => type === invoice_type)
export const isDebiting = (invoice_type: string) => DEBITING.some((type) => type === invoice_type)

/**
 * A note in one of these credits nothing: to have an effect it must be edited first, and so be saved. One that failed
 * counts, since it may go out again as it is.
 */
const WITHOUT_EFFECT: readonly Status[] = ['Approval Rejected', 'Invalid', 'User Cancelled']
/** In all others it takes up what it credits, so that no second one is saved for the same. */
export const TAKING_UP: readonly Status[] = STATUSES.filter((status) => !WITHOUT_EFFECT.includes(status))
/** It is at the authority, or goes there by itself: any other is looked at again before it is sent. */
export const GOING_OUT: readonly Status[] = [...IN_PROGRESS, 'OnHold', 'Validated']

/** What a document charges, tax and rounding included, whatever of it was paid in advance. */
export const chargedBy = (document: Pick<TaxDocument, 'total_payable_amount' | 'prepayment_amount'>) =>
  add(document.total_payable_amount, document.prepayment_amount)

/** What a document charges, and what its notes have credited and debited; in its currency. */
export type Credit = { charged: Decimal; credited: Decimal; debited: Decimal }

/** What may still be credited; never less than nothing. */
export const creditLeft = ({ charged, credited, debited }: Credit): Decimal => {
  const left = subtract(add(charged, debited), credited)
  return isNegative(left) ? '0' : left
}
