import { recordChange } from '../audit/record.ts'
import type { By } from './create.ts'
import { deleteWebhook, holdWebhook } from './rows.ts'
import { TOLD, targetOf } from './target.ts'

/** Deletes a webhook with all that it was told. Throws not_found. */
export const removeWebhook = async (by: By, id: string): Promise<void> => {
  const before = await holdWebhook(by, id)
  await deleteWebhook(by.tx, id)
  await recordChange(by.tx, by, { target: targetOf(before), before, after: undefined, fields: TOLD })
}
