import { messageOf } from '../../../api/errors.ts'

export type Outcome = { approved: string[]; failures: Map<string, string> }

const AT_ONCE = 4

/** The revision is the one on the screen: a document that was edited since is a conflict, told in its row. */
type Row = { uuid: string; revision: number }

/** One call per document, a few at a time; a refusal of one does not stop the others. */
export const approveEach = async (
  rows: readonly Row[],
  approve: (row: Row) => Promise<unknown>,
  tell: (done: number) => void,
): Promise<Outcome> => {
  const outcome: Outcome = { approved: [], failures: new Map() }
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await approve(row)
        outcome.approved.push(row.uuid)
      } catch (error) {
        outcome.failures.set(row.uuid, messageOf(error))
      }
      tell(outcome.approved.length + outcome.failures.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcome
}
