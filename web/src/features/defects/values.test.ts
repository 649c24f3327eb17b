import { describe, expect, it } from 'vitest'
import type { Defect } from '#contract/defects.ts'
import { changesOf, valuesOf } from './values.ts'

const at = '2026-11-30T04:00:00.000Z'
const opened: Defect = {
  ...{ id: 'd', defect_number: 'DEF-0012', defect_description: 'The total is wrong.', severity: 'low' },
  ...{ category: 'Defect', detected_on: '2026-11-30', status: 'new', sprint_number: '', brd_id: '' },
  ...{ brd_description: '', tester_comments: '', tested_by: '', dev_due_date: '2026-12-01' },
  ...{ assigned_to: 'Chong', closing_date: null, root_cause: '', other_root_cause: '', resolution: '' },
  ...{ screenshot: null, file_upload: null, files: [], last_comment: '', comments: [] },
  ...{ created_by: 'u', created_by_name: 'Aminah', created_at: at, updated_at: at, modified_at: at },
}
const typed = valuesOf(opened)

describe('what is sent of a defect', () => {
  it('is nothing where nothing was changed', () => {
    expect(changesOf(opened, typed)).toEqual({})
    expect(changesOf(opened, { ...typed, assigned_to: ' Chong ' })).toEqual({})
  })

  it('is no field that only a colleague changed meanwhile', () => {
    const file_upload = new File(['x'], 'log.txt')
    const added = { comment: 'Seen again.', file_upload }
    expect(changesOf(opened, { ...typed, ...added })).toEqual(added)
    expect(changesOf(opened, { ...typed, status: 'closed' })).toEqual({ status: 'closed' })
  })

  it('clears what was emptied', () => {
    const emptied = { assigned_to: '', dev_due_date: '' }
    expect(changesOf(opened, { ...typed, ...emptied })).toEqual(emptied)
  })
})
