import type { Tx } from '../platform/db/database.ts'
import { type Choices, setChoices } from './rows.ts'

/**
 * Replaces what a person has set of themselves: the picture (a data: address), how they are told of what, or how the
 * screens speak and are used.
 */
export const choose = (tx: Tx, user_id: string, choices: Choices) => setChoices(tx, user_id, choices)
