import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { approveEach } from './approve-each.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((uuid, at) => ({ uuid, revision: at + 1 }))

describe('bulk approval', () => {
  it('answers per document: a refused one keeps its reason and stops no other', async () => {
    const told: number[] = []
    const approve = async ({ uuid }: { uuid: string }) => {
      if (uuid === 'b') throw new ApiError(409, { detail: 'Already approved by Bakri.' })
    }
    const { approved, failures } = await approveEach(rows, approve, (done) => told.push(done))
    expect(approved.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'])
    expect([...failures]).toEqual([['b', 'Already approved by Bakri.']])
    expect(told).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('asks once for each with the revision that was seen, at most four at a time', async () => {
    const asked: [string, number][] = []
    let open = 0
    let open_max = 0
    const approve = async ({ uuid, revision }: { uuid: string; revision: number }) => {
      asked.push([uuid, revision])
      open += 1
      open_max = Math.max(open_max, open)
      await Promise.resolve()
      open -= 1
    }
    await approveEach(rows, approve, () => undefined)
    expect([asked, open_max]).toEqual([rows.map(({ uuid, revision }) => [uuid, revision]), 4])
  })
})
