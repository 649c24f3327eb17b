import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Defect, defects, SCREENSHOT_BYTES_MAX } from '#contract/defects.ts'
import { DEFECT_STATUSES } from '#domain/defects/words.ts'
import { clientOf } from '../../test/client.ts'
import { storedRows } from '../../test/stored.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { FILES_MAX } from './limits.ts'
import { LOOSE_MS_MAX, tidyDefects } from './tidy.job.ts'

const world = await createWorld()

const picture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../platform/picture/fixtures', name))
const png = picture('glass.png')
const PAGE = '<!doctype html><script>alert(1)</script>'
const fileOf = (bytes: Buffer | string, name: string, type = 'text/plain') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

const report = async (who: Who, form: object = {}) => {
  const given = { defect_description: 'The total of the list is not the sum of its rows.', ...form }
  const { status, body } = await world.as(who).call(defects.create, { form: given })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const change = (who: Who, id: string, form: object) =>
  world.as(who).callWrongly(defects.update, { params: { id }, form })
const read = async (id: string) => (await world.as('aminah').call(defects.get, { params: { id } })).body

describe('a defect', () => {
  it('begins as specified, numbered, today in Malaysia, and is everybody’s to read', async () => {
    const made = await report('aminah')
    expect(made).toMatchObject({
      ...{ severity: 'low', category: 'Defect', status: 'new', detected_on: '2026-07-15' },
      ...{ screenshot: null, file_upload: null, comments: [], files: [], last_comment: '' },
      ...{ created_by: world.company.users.aminah, created_by_name: 'Aminah Yusof' },
    })
    expect(made.defect_number).toMatch(/^DEF-\d{4}$/)
    const { status, body } = await world.as('chong').call(defects.get, { params: { id: made.id } })
    expect([status, body]).toEqual([200, made])
  })

  it('takes all that is specified, as a form and as JSON', async () => {
    const given = {
      ...{ defect_description: '  Totals  ', severity: 'high', category: 'Clarification' },
      ...{
        detected_on: '2026-07-01',
        sprint_number: '12',
        brd_id: 'BRD-7',
        brd_description: 'Totals of lists',
      },
    }
    const kept = { ...given, defect_description: 'Totals' }
    expect(await report('aminah', given)).toMatchObject(kept)
    const { status, body } = await world.as('aminah').callWrongly(defects.create, { body: given })
    expect([status, body]).toMatchObject([201, kept])
  })

  it('is bounded as JSON like every body', async () => {
    const body = Object.fromEntries(Array.from({ length: 501 }, (_, nr) => [`f${nr}`, 1]))
    const { status, body: said } = await world.as('aminah').callWrongly(defects.create, { body })
    expect([status, said.non_field_errors]).toEqual([400, ['No object may have more than 500 fields.']])
  })

  it('needs a description that somebody can see', async () => {
    const { status, body } = await world
      .as('aminah')
      .call(defects.create, { form: { defect_description: ' \u200b ' } })
    expect([status, body.defect_description]).toEqual([400, ['Please enter the defect description.']])
  })

  it('is told to nobody who is not signed in, and to no program', async () => {
    expect((await world.as('nobody').call(defects.list, { query: {} })).status).toBe(401)
    expect((await world.as('key').call(defects.list, { query: {} })).status).toBe(403)
  })

  it('stands in the log of changes with all that happens to it', async () => {
    const { id } = await report('aminah', { screenshot: fileOf(png, 'list.png') })
    await change('bakri', id, { status: 'assigned' })
    await world.as('bakri').call(defects.addComment, { params: { id }, body: { comment: 'Mine.' } })
    const { rows } = await sql<{ line: string }>`SELECT actor_name || ' ' || action || ' ' || field || ': ' ||
      old_value || ' → ' || new_value AS line FROM audit_events WHERE target_kind = 'defect' AND target_id = ${id}
      ORDER BY nr`.execute(world.db)
    const lines = rows.map(({ line }) => line)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Aminah Yusof create files:  → list.png',
        'Bakri Hassan update status: new → assigned',
        'Bakri Hassan update comment:  → Mine.',
      ]),
    )
  })
})

describe('a change', () => {
  it('of status, category and day is anybody’s, from any status to any other', async () => {
    const { id } = await report('aminah')
    for (const status of DEFECT_STATUSES.toReversed())
      expect(
        (await change('chong', id, { status, category: 'Enhancement', detected_on: '2026-07-02' })).body,
      ).toMatchObject({
        ...{ status, category: 'Enhancement', detected_on: '2026-07-02' },
      })
  })

  it.each([
    ['defect_description', 'Something else'],
    ['severity', 'critical'],
    ['sprint_number', '13'],
    ['assigned_to', 'Chong'],
    ['closing_date', '2026-07-20'],
    ['resolution', 'Won’t fix'],
  ])('of %s is a superadmin’s', async (field, value) => {
    const made = await report('aminah')
    const { status, body } = await change('aminah', made.id, { status: 'fixed', [field]: value })
    expect([status, body.code, body.detail]).toEqual([
      403,
      'flag_missing',
      `Only a superadmin may change the ${field.replaceAll('_', ' ')} of a defect.`,
    ])
    expect(await read(made.id)).toEqual(made)
    expect((await change('devi', made.id, { [field]: value })).body).toMatchObject({ [field]: value })
    // What stays as it is may come along.
    expect((await change('aminah', made.id, { [field]: value, status: 'fixed' })).status).toBe(200)
    if (field === 'closing_date')
      expect((await change('devi', made.id, { closing_date: '' })).body).toMatchObject({ closing_date: null })
  })

  it('with a comment that nobody can see says nothing', async () => {
    const { id } = await report('aminah')
    const { status, body } = await change('aminah', id, { status: 'fixed', comment: ' \u200b\u2060 ' })
    expect([status, body]).toMatchObject([200, { status: 'fixed', comments: [], last_comment: '' }])
  })

  it('leaves what is not sent, and takes back what an answer gave, as JSON', async () => {
    const file_upload = fileOf('a,b', 'lines.csv')
    for (const form of [{ severity: 'high' }, { file_upload }] as const) {
      const made = await report('aminah', form)
      const body = { ...made, status: 'retest' }
      const changed = await world.as('aminah').callWrongly(defects.update, { params: { id: made.id }, body })
      expect([changed.status, changed.body]).toMatchObject([200, { ...body, updated_at: expect.any(String) }])
    }
  })

  it('made upon an older state is refused, unless it says the same; a comment makes none older', async () => {
    const { id, modified_at } = await report('aminah')
    world.clock.advance(1_000)
    await world.as('bakri').call(defects.addComment, { params: { id }, body: { comment: 'Seen.' } })
    expect((await change('aminah', id, { status: 'assigned', modified_at })).status).toBe(200)
    world.clock.advance(1_000)
    const second = await change('bakri', id, { status: 'fixed', modified_at })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    const current = (second.body as { current?: { modified_at: string } }).current
    expect((await change('bakri', id, { status: 'assigned', modified_at })).status).toBe(200)
    expect((await change('bakri', id, { status: 'fixed', ...current })).body).toMatchObject({
      status: 'fixed',
    })
  })

  it('brings its comment along, and neither comes twice under one key', async () => {
    const { id } = await report('aminah')
    const form = { status: 'fixed', comment: 'Fixed in 1.2.', file_upload: fileOf('a,b', 'lines.csv') }
    const headers = { 'idempotency-key': 'one' }
    const send = () => world.as('bakri').callWrongly(defects.update, { params: { id }, form }, { headers })
    const first = await send()
    expect((await send()).text).toBe(first.text)
    const { comments, files, last_comment } = await read(id)
    expect(comments.map(({ commenter_name, comment }) => [commenter_name, comment])).toEqual([
      ['Bakri Hassan', 'Fixed in 1.2.'],
    ])
    expect([last_comment, files.map(({ name }) => name)]).toEqual(['Fixed in 1.2.', ['lines.csv']])
    await expectNoLoose()
  })

  it('of nothing that is there is not found', async () => {
    const id = '0b0f8a52-5a8e-4a6e-9d67-1c1a1f0e7a11'
    expect((await change('devi', id, { status: 'fixed' })).status).toBe(404)
    const params = { id }
    expect((await world.as('devi').call(defects.addComment, { params, body: { comment: 'x' } })).status).toBe(
      404,
    )
    expect((await world.as('devi').call(defects.get, { params })).status).toBe(404)
  })
})

const loose = async () =>
  (await sql<{ id: string }>`SELECT id FROM defect_files WHERE defect_id IS NULL`.execute(world.db)).rows
const expectNoLoose = async () => expect(await loose()).toEqual([])

describe('a file', () => {
  const fetched = async (who: Who, { id, files }: Pick<Defect, 'id' | 'files'>, at = 0) =>
    world.as(who).call(defects.file, { params: { id, file_id: files[at]?.id ?? '' } })

  it('is saved by whoever is signed in, and run by nobody’s browser', async () => {
    const both = fileOf(Buffer.concat([png, Buffer.from(PAGE)]), 'list.html', 'text/html')
    const made = await report('aminah', {
      screenshot: both,
      file_upload: fileOf(PAGE, 'page.html', 'text/html'),
    })
    expect(made.files).toMatchObject([
      { kind: 'screenshot', name: 'list.html.png', content_type: 'image/png', bytes: png.length },
      { kind: 'attachment', name: 'page.html.txt', content_type: 'text/plain; charset=utf-8' },
    ])
    const shown = await fetched('chong', made)
    expect(shown.bytes.equals(png)).toBe(true)
    const text = await fetched('chong', made, 1)
    expect(text.text).toBe(PAGE)
    for (const { status, headers } of [shown, text])
      expect([status, headers]).toMatchObject([
        200,
        {
          'content-disposition': expect.stringMatching(/^attachment; filename=/),
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining('sandbox'),
          'cross-origin-resource-policy': 'same-origin',
        },
      ])
    expect([shown.headers['content-type'], text.headers['content-type']]).toEqual([
      'image/png',
      'text/plain; charset=utf-8',
    ])
    expect((await fetched('nobody', made)).status).toBe(401)
  })

  it('has an address in the answer, which asks for a token', async () => {
    const { screenshot } = await report('aminah', { screenshot: fileOf(png, 'list.png') })
    const path = new URL(screenshot ?? '').pathname
    expect((await world.as('chong').send('GET', path)).bytes.equals(png)).toBe(true)
    expect((await clientOf(world.app, async () => ({})).send('GET', path)).status).toBe(401)
  })

  it('belongs to its defect alone', async () => {
    const [one, other] = [
      await report('aminah'),
      await report('aminah', { screenshot: fileOf(png, 'a.png') }),
    ]
    expect((await fetched('aminah', { id: one.id, files: other.files })).status).toBe(404)
  })

  it.each([
    ['a page as a screenshot', { screenshot: fileOf(PAGE, 'me.png', 'image/png') }, 'screenshot'],
    ['a program', { file_upload: fileOf('MZ\0\x01', 'notes.txt') }, 'file_upload'],
    [
      'too large a picture',
      { screenshot: fileOf(Buffer.alloc(SCREENSHOT_BYTES_MAX + 1), 'a.png') },
      'screenshot',
    ],
    ['a text in its place', { screenshot: 'data:image/png;base64,AAAA' }, 'screenshot'],
  ])('that is %s is refused at its field, and nothing is made', async (_what, form, field) => {
    const before = await storedRows(world)
    const given = { defect_description: 'x', ...form }
    const { status, body } = await world.as('aminah').callWrongly(defects.create, { form: given })
    expect([status, body[field]]).toEqual([400, [expect.any(String)]])
    expect(await storedRows(world)).toEqual(before)
  })

  it('beyond what a call may hold is refused while it arrives', async () => {
    const form = { defect_description: 'x', file_upload: fileOf(Buffer.alloc(9_000_000), 'a.txt') }
    expect((await world.as('aminah').callWrongly(defects.create, { form })).status).toBe(413)
  })

  it('is thrown away with the call that was refused after it was stored', async () => {
    const { id } = await report('aminah', { screenshot: fileOf(png, 'a.png') })
    const stored = () => readdirSync(join(world.files_dir, 'defects')).length
    const before = stored()
    const form = { resolution: 'Mine', file_upload: fileOf('a,b', 'lines.csv') }
    expect((await change('aminah', id, form)).status).toBe(403)
    await expectNoLoose()
    expect([(await read(id)).files.length, stored()]).toEqual([1, before])
  })

  it('is one of at most twenty, and the same one comes once', async () => {
    const { id } = await report('aminah')
    await sql`INSERT INTO defect_files (id, defect_id, kind, name, content_type, bytes, sha256, created_by,
      created_by_name, created_at) SELECT gen_random_uuid(), ${id}, 'attachment', 'a.txt', 'text/plain', 1, i::text,
      ${world.company.users.aminah}, 'Aminah', now() FROM generate_series(1, ${FILES_MAX - 2}) i`.execute(
      world.db,
    )
    expect((await change('aminah', id, { file_upload: fileOf('a', 'a.txt') })).status).toBe(200)
    expect((await change('aminah', id, { file_upload: fileOf('a', 'a.txt') })).body.files).toHaveLength(
      FILES_MAX - 1,
    )
    expect((await change('aminah', id, { file_upload: fileOf('b', 'b.txt') })).status).toBe(200)
    const { status, body } = await change('aminah', id, { file_upload: fileOf('c', 'c.txt') })
    expect([status, body.file_upload]).toEqual([400, [`A defect has at most ${FILES_MAX} files.`]])
    await expectNoLoose()
  })

  it('that was stored when the server was killed goes after a day, one that arrives stays', async () => {
    const insert = (id: string, created_at: Date) =>
      sql`INSERT INTO defect_files (id, kind, name, content_type, bytes, sha256, created_by, created_by_name,
        created_at) VALUES (${id}, 'attachment', 'a.txt', 'text/plain', 1, 'x', ${world.company.users.aminah}, 'A',
        ${created_at})`.execute(world.db)
    const now = world.clock.now().getTime()
    const [old, fresh] = ['0b0f8a52-5a8e-4a6e-9d67-1c1a1f0e7a11', '0b0f8a52-5a8e-4a6e-9d67-1c1a1f0e7a12']
    await insert(old, new Date(now - LOOSE_MS_MAX - 1))
    await insert(fresh, new Date(now - LOOSE_MS_MAX + 60_000))
    await tidyDefects({ ...world, ...world.outlets })
    expect(await loose()).toEqual([{ id: fresh }])
    await sql`DELETE FROM defect_files WHERE id = ${fresh}`.execute(world.db)
  })
})
