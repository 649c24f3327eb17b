import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#contract/logs/audit-log.ts'
import { verifyExport } from '#domain/audit/export-seal.ts'
import { atEnd } from '../../test/ending/at-end.ts'
import { readingOf } from '../../test/plan.ts'
import { createWorld, PUBLIC_URL, type World } from '../../test/world.ts'
import { verifyExportFile } from '../audit/verify-export.ts'
import { startSha256 } from '../platform/crypto/digest.ts'
import { selectEvents, type WantedEvents } from './audit-rows.ts'

const ROWS = 20_000

/** Changes by two people, five at each instant, the newest at noon of 15 July 2026. */
const fill = ({ db, company }: World, rows: number) =>
  sql`
  INSERT INTO audit_events (at, user_id, actor_name, actor_email, actor_is_admin, action, target_kind, target_id,
    target_name, field, old_value, new_value)
  SELECT timestamptz '2026-07-15 04:00Z' - n / 5 * interval '1 minute',
    CASE WHEN n % 2000 = 0 THEN ${company.users.devi}::uuid ELSE ${company.users.aminah}::uuid END,
    'Somebody', 'somebody@lulus.example', n % 2000 = 0, CASE WHEN n % 4000 = 0 THEN 'delete' ELSE 'update' END,
    'customer', 'c-' || n % 5000, 'Kedai "Seri", ' || n, 'city', '=HYPERLINK("http://x")',
    E'Ipoh\\r\\n' || n || U&'\\2028'
  FROM generate_series(0, ${rows}::int - 1) AS n`.execute(db)

const world = await createWorld()
await fill(world, ROWS)
await sql`ANALYZE audit_events`.execute(world.db)
const devi = world.as('devi')

async function* piecesOf(text: string) {
  for (let at = 0; at < text.length; at += 60_000) yield text.slice(at, at + 60_000)
}
const verify = (text: string) => verifyExport(piecesOf(text), startSha256)

describe('an export in JSON lines', async () => {
  const { text, headers } = await devi.call(auditLog.sealed, { query: { end_date: '2026-07-14' } })
  const lines = text.trimEnd().split('\n')

  it('is whole, however many batches there are, and says that it is', async () => {
    const ids = lines.slice(0, -1).map((line) => JSON.parse(line).id)
    expect(headers['content-disposition']).toContain('filename="audit_logs.jsonl"')
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM audit_events WHERE at < '2026-07-14 16:00Z'`.execute(world.db)
    expect(ids.length).toBeGreaterThan(15_000)
    expect([ids.length, new Set(ids).size]).toEqual([rows[0]?.n, rows[0]?.n])
    const hash = JSON.parse(lines.at(-1) ?? '').hash
    expect(await verify(text)).toEqual({ intact: true, events: ids.length, hash })
  })

  it('is checked as a file, and by whoever reads how (decisions/021)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lulus-export-'))
    atEnd(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'audit_logs.jsonl'), text)
    expect(await verifyExportFile(join(folder, 'audit_logs.jsonl'))).toMatchObject({ intact: true })
    let before = ''
    for (const line of lines) {
      const open = line.slice(0, -`,"hash":"${'0'.repeat(64)}"}`.length)
      before = createHash('sha256').update(`lulus audit export 1\n${before}\n${open}`).digest('hex')
    }
    expect(JSON.parse(lines.at(-1) ?? '').hash).toBe(before)
  })

  const at = 7_000
  const swap = () => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '')
  it.each<[string, () => string[], number]>([
    ['altered', () => lines.with(at, (lines[at] ?? '').replace('Ipoh', 'Kuih')), at + 1],
    [
      'with another hash',
      () => lines.with(at, (lines[at] ?? '').replace(/[0-9a-f]{64}/, '0'.repeat(64))),
      at + 1,
    ],
    ['without one line', () => lines.toSpliced(at, 1), at + 1],
    ['with a line twice', () => lines.toSpliced(at, 0, lines[at] ?? ''), at + 2],
    ['in another order', swap, at + 1],
    ['without its beginning', () => lines.slice(1), 1],
    ['cut', () => lines.slice(0, at), at + 1],
    ['with something behind it', () => [...lines, lines[0] ?? ''], lines.length + 1],
    ['with a line of something else', () => lines.toSpliced(at, 0, 'Hello'), at + 1],
  ])('%s is found, by its first bad line', async (_, change, line) => {
    const verdict = await verify(`${change().join('\n')}\n`)
    expect(verdict).toEqual({ intact: false, line, why: expect.stringMatching(/.\.$/) })
  })

  it('that is empty is none', async () => {
    expect(await verify('')).toMatchObject({ intact: false, line: 1 })
  })
})

describe('an export in CSV', async () => {
  const { text, headers } = await devi.call(auditLog.report, { query: { end_date: '2026-07-15' } })
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_events WHERE at < '2026-07-15 16:00Z'`.execute(world.db)
  const [body = '', sum = ''] = text.split(/(?<=\r\n)(?=SHA-256 of all lines)/)

  it('is whole, runs no formula, and tells nothing as N/A', async () => {
    expect(headers['content-disposition']).toContain('filename="audit_logs.csv"')
    expect(body.slice(0, body.indexOf('\r\n'))).toBe(
      '\uFEFFRequest User,Request User Type,Updated User,Action,Field,Old Value,New Value,' +
        'Timestamp (MYT),Target ID,Reason',
    )
    // The export itself comes first.
    expect(body.split('\r\n')[1]).toMatch(
      /^devi@lulus\.example,Admin,log User Audit Logs,EXPORT,filters,N\/A,"?end_date: 2026-07-15, format: csv/,
    )
    expect(body.match(/,"'=HYPERLINK\(""http:\/\/x""\)",/g)).toHaveLength(ROWS)
    expect(body).not.toMatch(/[,"]=HYPERLINK/)
  })

  it('ends with what sha256sum says of all lines before', async () => {
    expect(sum).toBe(
      `SHA-256 of all lines before this one,${createHash('sha256').update(body).digest('hex')}\r\n`,
    )
    expect(rows[0]?.n).toBeGreaterThan(ROWS)
    // Their cells hold line breaks and quotes.
    expect(await verify(text)).toMatchObject({ intact: true, events: rows[0]?.n })
  })

  it('that was altered or cut is found', async () => {
    expect(await verify(text.replace('Ipoh', 'Kuih'))).toMatchObject({ intact: false, line: null })
    expect(await verify(text.replace('\uFEFF', ''))).toMatchObject({ intact: false, line: null })
    expect(await verify(body)).toMatchObject({ intact: false, line: expect.any(Number) })
  })
})

const nothing = {
  ...{ since: undefined, until: undefined, after: undefined, limit: 51 },
  ...{ actors: undefined, people: undefined, target: undefined, is_admin: undefined, action: undefined },
  ...{ target_kind: undefined, field: undefined, event_id: undefined },
}

const hardlyMore = async (_: string, wanted: WantedEvents) => {
  const { scans, read } = await readingOf(world.db, selectEvents(wanted), 'audit_events')
  for (const scan of scans) expect(scan).toMatch(/^(Index (Only )?|Bitmap Heap )Scan/)
  expect(read).toBeLessThanOrEqual(51 * 4)
}

describe('a long log', () => {
  it('is read on by the address of the answer, each row once, though many are of one instant', async () => {
    const ids: string[] = []
    const query = new URLSearchParams({ page_size: '7', end_date: '2026-07-15', target_user: '' })
    query.set('request_user', world.company.users.devi)
    query.set('action', 'UPDATE')
    let address: string | null = `${PUBLIC_URL}${auditLog.list.path}?${query}`
    while (address !== null) {
      const { pathname, search } = new URL(address)
      const { results, next } = auditLog.list.reply.parse(
        (await devi.send('GET', `${pathname}${search}`)).body,
      )
      ids.push(...results.map(({ id }) => id))
      address = next
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
    const stretch = await devi.call(auditLog.list, {
      query: { page_size: 3, after: '2026-07-15T03:50:00.000Z_999999999' },
    })
    const second = await devi.call(auditLog.list, {
      query: { page_size: 7, after: new URL(stretch.body.next ?? '').searchParams.get('after') ?? '' },
    })
    const both = [...stretch.body.results, ...second.body.results]
    expect(new Set(both.map(({ id }) => id)).size).toBe(10)
    expect(new Set(both.map(({ timestamp }) => timestamp)).size).toBe(2)
  })

  const { aminah, bakri, devi: seldom } = world.company.users
  const of = (ids: string[], name = 'nobody') => ({ ids, name })
  const month = { since: new Date('2026-07-13'), until: new Date('2026-07-14') }
  it.each([
    ['from its end', nothing],
    ['from far back', { ...nothing, after: { at: new Date('2026-07-13'), nr: '1' } }],
    ['of some days', { ...nothing, ...month }],
    ['of one who acts seldom', { ...nothing, actors: of([seldom]) }],
    ['of some people in a month', { ...nothing, ...month, actors: of([aminah, seldom]) }],
    ['of one thing', { ...nothing, target: { kind: 'customer', id: 'c-17' } }],
    ['of people who were changed', { ...nothing, people: of([aminah, bakri]) }],
    ['of a name of nobody', { ...nothing, actors: of([], 'lulus'), people: of([], 'gone@lulus.example') }],
    ['of a name of old', { ...nothing, actors: of([seldom], 'somebody') }],
    ['of an address of old', { ...nothing, actors: of([seldom], 'somebody@lulus.example') }],
    ['of a name that is still borne', { ...nothing, actors: of([aminah, bakri], 'somebody') }],
    ['of an address that still holds', { ...nothing, actors: of([aminah, bakri], 'somebody@lulus.example') }],
    ['of one row', { ...nothing, event_id: crypto.randomUUID() }],
    ['of superadmins', { ...nothing, is_admin: true }],
    ['of a seldom kind', { ...nothing, target_kind: 'setting' }],
    ['of a seldom field', { ...nothing, field: 'bank_number' }],
    ['of a seldom field of a kind', { ...nothing, target_kind: 'customer', field: 'bank_number' }],
    ['of a seldom action', { ...nothing, action: 'delete' }],
    ['of a seldom action of the others', { ...nothing, action: 'delete', is_admin: false }],
  ])('is read by an index %s, and hardly more of it than is shown', hardlyMore)
})

describe('a long log of several kinds', () => {
  // What is seldom of customers is not of items.
  beforeAll(async () => {
    await sql`
    INSERT INTO audit_events (at, user_id, actor_name, actor_email, actor_is_admin, action, target_kind, target_id,
      target_name, field, old_value, new_value)
    SELECT at, user_id, actor_name, actor_email, nr % 2 = 0, 'delete', 'item', target_id, target_name, field, '', ''
    FROM audit_events WHERE target_kind = 'customer'`.execute(world.db)
    await sql`ANALYZE audit_events`.execute(world.db)
  })
  const customers = { ...nothing, target_kind: 'customer' }
  it.each([
    ['of a seldom action of a kind', { ...customers, action: 'delete' }],
    ['of a seldom action of a field', { ...customers, field: 'city', action: 'delete' }],
    ['of superadmins and a kind', { ...customers, is_admin: true }],
    ['of a kind from its end', customers],
    ['of a field from its end', { ...nothing, field: 'city' }],
  ])('is read by an index %s, and hardly more of it than is shown', hardlyMore)
})
