import type { Tx } from '../platform/db/database.ts'
import { type Choices, setChoices } from './rows.ts'

/** Replaces what a person has set of themselves: the picture (a data: address) or how they are told of what. */
export const choose = (tx: Tx, user_id: string, choices: Choices) => setChoices(tx, user_id, choices)
