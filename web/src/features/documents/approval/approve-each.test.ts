import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { approveEach } from './approve-each.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((uuid) => ({ uuid }))

describe('bulk approval', () => {
  it('answers per document: a refused one keeps its reason and stops no other', async () => {
    const told: number[] = []
    const approve = async (uuid: string) => {
      if (uuid === 'b') throw new ApiError(409, { detail: 'Already approved by Bakri.' })
    }
    const { approved, failures } = await approveEach(rows, approve, (done) => told.push(done))
    expect(approved.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'])
    expect([...failures]).toEqual([['b', 'Already approved by Bakri.']])
    expect(told).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('asks once for each, at most four at a time', async () => {
    const asked: string[] = []
    let open = 0
    let open_max = 0
    const approve = async (uuid: string) => {
      asked.push(uuid)
      open += 1
      open_max = Math.max(open_max, open)
      await Promise.resolve()
      open -= 1
    }
    await approveEach(rows, approve, () => undefined)
    expect([asked, open_max]).toEqual([['a', 'b', 'c', 'd', 'e', 'f'], 4])
  })
})
