import { KINDS } from './kinds.ts'

/** A kind of trouble that a person may be told about (specification 1 §2, My Account; decisions.md §10). */
export type ErrorType = { key: string; description: string }

/** Keys are stored with each person's choice: they never change, and none is given twice. */
export const ERROR_TYPES: readonly ErrorType[] = KINDS.map(({ key, description }) => ({ key, description }))
