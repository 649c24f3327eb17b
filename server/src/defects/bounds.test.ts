import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { defects } from '#contract/defects.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { openSmallDisk } from '../../test/small-disk.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { asPerson } from '../access/person.ts'
import { localFiles } from '../platform/files/files.ts'
import { withFiles } from './files.ts'
import { BYTES_OF_ALL_MAX, BYTES_OF_PERSON_MAX, DEFECTS_A_DAY_MAX } from './limits.ts'

const world = await createWorld()
const { db, clock } = world

const fileOf = (content: string) => new File([content], `${content}.txt`, { type: 'text/plain' })
const report = (who: Who, form: object = {}, headers = {}) =>
  world.as(who).callWrongly(defects.create, { form: { defect_description: 'x', ...form } }, { headers })

/** As if the file that this defect has were so large. */
const grow = async (who: 'aminah' | 'chong', bytes: number) => {
  const { body } = await report(who, { file_upload: fileOf('a') })
  await sql`UPDATE defect_files SET bytes = ${bytes} WHERE defect_id = ${body.id}`.execute(db)
}
const stored = async () => (await sql`SELECT id FROM defect_files`.execute(db)).rows.length

beforeEach(() => clock.advance(31 * DAY_MS))

test('files of one person fit up to a sum within thirty days, and then again', async () => {
  await grow('aminah', BYTES_OF_PERSON_MAX - 3)
  const headers = { 'idempotency-key': 'the-last-that-fits' }
  const last = await report('aminah', { file_upload: fileOf('bcd') }, headers)
  expect(last.status).toBe(201)
  // Whose answer was lost learns of it all the same.
  expect((await report('aminah', { file_upload: fileOf('bcd') }, headers)).text).toBe(last.text)
  const before = await stored()
  const refused = await report('aminah', { file_upload: fileOf('e') })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { file_upload: [expect.stringMatching(/^Within 30 days your files may come to 200 MB; this one/)] },
  ])
  expect(await stored()).toBe(before)
  expect((await report('aminah')).status).toBe(201)
  expect((await report('bakri', { file_upload: fileOf('e') })).status).toBe(201)
  clock.advance(31 * DAY_MS)
  expect((await report('aminah', { file_upload: fileOf('e') })).status).toBe(201)
})

test('so do those of all people together', async () => {
  await grow('chong', BYTES_OF_ALL_MAX - 1)
  expect((await report('aminah', { file_upload: fileOf('a') })).status).toBe(201)
  const { status, body } = await report('bakri', { file_upload: fileOf('a') })
  expect([status, body]).toMatchObject([
    400,
    { file_upload: [expect.stringMatching(/^Within 30 days the files of all people may come to 2 GB;/)] },
  ])
})

test('one person writes down so many defects in a day', async () => {
  const { body } = await report('aminah')
  await sql`INSERT INTO defects (defect_description, severity, category, detected_on, status, sprint_number, brd_id,
      brd_description, created_by, created_by_name, created_at, updated_at, modified_at)
    SELECT 'x', severity, category, detected_on, status, '', '', '', created_by, '', created_at, created_at, created_at
    FROM defects, generate_series(2, ${DEFECTS_A_DAY_MAX}::int) WHERE id = ${body.id}`.execute(db)
  const refused = await report('aminah')
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { defect_description: ['You have written down 200 defects within a day. Please go on tomorrow.'] },
  ])
  expect((await report('bakri')).status).toBe(201)
  clock.advance(DAY_MS + 1)
  expect((await report('aminah')).status).toBe(201)
})

const disk = openSmallDisk(4)
if (!disk) console.log('not run: this user may not mount a small disk')

test.runIf(disk)('no file takes the last room of a disk, on which the database may lie', async () => {
  if (!disk) return
  const files = localFiles(disk.folder)
  expect(await files.put('a.txt', Readable.from(['a']), { content_type: 'text/plain', bytes_max: 1 })).toBe(1)
  const by = { db, files, caller: asPerson(await world.callerOf('aminah')), now: clock.now() }
  const form = { file_upload: fileOf('a') }
  await expect(withFiles({ ...by, form }, () => Promise.reject(new Error('stored')))).rejects.toMatchObject({
    problem: { kind: 'unavailable', code: 'disk_full' },
  })
})
