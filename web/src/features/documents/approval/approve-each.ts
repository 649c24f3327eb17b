import { messageOf } from '../../../api/errors.ts'

export type Outcome = { approved: string[]; failures: Map<string, string> }

const AT_ONCE = 4

/** One call per document, a few at a time; a refusal of one does not stop the others. */
export const approveEach = async (
  rows: readonly { uuid: string }[],
  approve: (uuid: string) => Promise<unknown>,
  tell: (done: number) => void,
): Promise<Outcome> => {
  const outcome: Outcome = { approved: [], failures: new Map() }
  const waiting = rows.map((row) => row.uuid)
  const work = async () => {
    for (let uuid = waiting.shift(); uuid !== undefined; uuid = waiting.shift()) {
      try {
        await approve(uuid)
        outcome.approved.push(uuid)
      } catch (error) {
        outcome.failures.set(uuid, messageOf(error))
      }
      tell(outcome.approved.length + outcome.failures.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcome
}
