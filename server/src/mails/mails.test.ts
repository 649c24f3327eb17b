import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { mails } from '#contract/installation/mails.ts'
import { createWorld } from '../../test/world.ts'
import { listMails } from './list.ts'

const world = await createWorld()
const devi = world.as('devi')
const list = (page = 1, page_size = 50) => devi.call(mails.list, { query: { page, page_size } })

describe('the mails without a mail server', () => {
  it('are none at first', async () => {
    expect((await list()).body).toEqual({ count: 0, next: null, previous: null, results: [], sent: false })
  })

  it('are listed page by page, newest first, and opened one by one', async () => {
    for (const subject of ['first', 'second', 'third']) {
      const link = { words: 'Open', url: `https://lulus.example/${subject}` }
      await world.outlets.send('siti@lulus.example', { subject, paragraphs: ['<b>Hello</b>'], link })
    }
    const { body } = await list(1, 2)
    expect(body).toMatchObject({ count: 3, next: expect.stringContaining('page=2') })
    expect(body.results.map(({ subject, to }) => [subject, to])).toEqual([
      ['third', 'siti@lulus.example'],
      ['second', 'siti@lulus.example'],
    ])
    const [first] = (await list(2, 2)).body.results
    const opened = await devi.call(mails.get, { params: { id: first?.id ?? '' } })
    const { rows: told } = await sql`SELECT action, target_id, new_value FROM audit_events`.execute(world.db)
    const new_value = 'to: siti@lulus.example, subject: first'
    expect(told).toEqual([{ action: 'read', target_id: 'mails', new_value }])
    expect(opened.body).toMatchObject({ ...first, text: expect.stringContaining('<b>Hello</b>') })
    expect(opened.body.text).toContain('https://lulus.example/first')
  })

  it('have ids that are no paths', async () => {
    for (const id of ['../secret', 'x', '..%2fsecret.key', 'secret']) {
      expect((await devi.callWrongly(mails.get, { params: { id } })).status, id).toBe(400)
    }
    const unknown = '2026-01-01T00-00-00.000Z-00000000-0000-4000-8000-000000000000'
    expect((await devi.call(mails.get, { params: { id: unknown } })).status).toBe(404)
  })
})

it('with a mail server there is nothing to list', async () => {
  const query = { page: 1, page_size: 50 }
  const { db, box, mail_dir } = world
  const by = { db, box, mail_dir, smtp_url: 'smtp://mail.lulus.example', public_url: 'http://lulus.example' }
  expect(await listMails(by, query)).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
    sent: true,
  })
})
