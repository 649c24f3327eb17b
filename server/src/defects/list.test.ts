import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { DEFECT_PAGE_SIZES, type Defect, defects } from '#contract/defects.ts'
import type { Parts } from '../../test/client.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const aminah = world.as('aminah')

const listed = async (query: Parts['query']) => {
  const { status, body } = await aminah.callWrongly(defects.list, { query: query ?? {} })
  expect(status).toBe(200)
  return body
}

describe('the list', async () => {
  const own = 'A list of its own: '
  const made: Defect[] = []
  for (const [status, severity, category] of [
    ['new', 'critical', 'Defect'],
    ['deferred', 'low', 'Enhancement'],
    ['closed', 'high', 'Defect'],
    ['rejected', 'medium', 'Clarification'],
  ] as const) {
    world.clock.advance(1_000)
    const form = { severity, category, defect_description: own + status }
    const { id } = (await aminah.call(defects.create, { form })).body
    made.push((await aminah.call(defects.update, { params: { id }, form: { status } })).body)
  }
  const words = async (query: Parts['query']) =>
    (await listed({ page_size: 200, ...query })).results
      .filter(({ defect_description }) => defect_description.startsWith(own))
      .map(({ status }) => status)

  test('is in the specified order, and shows what is asked for', async () => {
    expect(await words({})).toEqual(['rejected', 'closed', 'deferred', 'new'])
    expect(await words({ exclude_status: 'closed,rejected' })).toEqual(['deferred', 'new'])
    expect(await words({ status: 'closed' })).toEqual(['closed'])
    expect(await words({ status: 'deferred' })).toEqual(['deferred'])
    expect(await words({ category: 'Defect' })).toEqual(['closed', 'new'])
    expect(await words({ category: '', status: '', exclude_status: '', ordering: '' })).toHaveLength(4)
  })

  test.each([
    ['severity', ['deferred', 'rejected', 'closed', 'new']],
    ['-severity', ['new', 'closed', 'rejected', 'deferred']],
    ['status', ['new', 'deferred', 'closed', 'rejected']],
    ['created_at', ['new', 'deferred', 'closed', 'rejected']],
    ['-defect_number', ['rejected', 'closed', 'deferred', 'new']],
    ['defect_description', ['closed', 'deferred', 'new', 'rejected']],
  ])('is sorted by %s', async (ordering, expected) => {
    expect(await words({ ordering })).toEqual(expected)
  })

  test('has pages, of 50 unless told and of 200 at most, and no order that it does not know', async () => {
    const { count, results } = await listed({ page_size: 2, page: 2 })
    expect([count, results.length]).toEqual([4, 2])
    const first = await listed({})
    expect(first.results.length).toBe(Math.min(first.count, DEFECT_PAGE_SIZES[0]))
    const wrong = await aminah.callWrongly(defects.list, { query: { ordering: 'created_by' } })
    expect(wrong.status).toBe(400)
  })

  test('shows of what was said the last ten, and the last of it', async () => {
    const [{ id } = { id: '' }] = made
    for (let nr = 1; nr <= 12; nr += 1)
      await world.as('bakri').call(defects.addComment, { params: { id }, body: { comment: `No. ${nr}` } })
    const row = (await listed({ page_size: 200 })).results.find((one) => one.id === id)
    expect([row?.comments.length, row?.comments[0]?.comment, row?.last_comment]).toEqual([
      10,
      'No. 3',
      'No. 12',
    ])
    expect((await aminah.call(defects.get, { params: { id } })).body.comments).toHaveLength(12)
  })

  test.each([defects.report, defects.exported])('goes out as a workbook: $path', async (endpoint) => {
    const answer = await world.as('chong').call(endpoint, { query: {} })
    expect(answer.headers['content-disposition']).toContain('filename="defect_report.xlsx"')
    const { sheets } = await readXlsx(answer.bytes)
    const rows = sheets[0]?.rows ?? []
    const { count, results } = await listed({})
    expect([sheets[0]?.name, rows.length, rows[0]?.[0]]).toEqual(['Defects', count + 1, 'Defect Number'])
    const created_at = results[0]?.created_at.replace('T04:', ' 12:').replace('.000Z', '')
    expect(created_at).toMatch(/^2026-07-15 12:0\d:\d\d$/)
    expect(rows.slice(0, 2).map((row) => row.at(-2))).toEqual(['Created At (MYT)', created_at])
    const open = await world.as('chong').call(endpoint, { query: { status: 'deferred' } })
    const [, ...deferred] = (await readXlsx(open.bytes)).sheets[0]?.rows ?? []
    expect(deferred.map((row) => row[4])).toEqual(['deferred'])
  })
})
