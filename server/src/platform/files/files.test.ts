import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Files, localFiles } from './files.ts'

const PLAIN = { content_type: 'text/plain', bytes_max: 100_000 }
const from = (content: string | Uint8Array) => Readable.from([content])

describe('local files', () => {
  let dir: string
  let files: Files
  const drafts = () => readdir(join(dir, 'files/.drafts'))
  const textOf = async (key: string) => {
    const stored = await files.get(key)
    return stored && text(stored.content)
  }
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lulus-files-'))
    files = localFiles(join(dir, 'files'))
  })
  afterAll(async () => rm(dir, { recursive: true }))

  it('come back byte for byte with their length and content type, until removed', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 256 }, (_, at) => at))
    const put = files.put('kinabalu/2026/logo.png', from(bytes), { ...PLAIN, content_type: 'image/png' })
    expect(await put).toBe(256)
    const stored = await files.get('kinabalu/2026/logo.png')
    expect(stored).toMatchObject({ bytes: 256, content_type: 'image/png' })
    expect(stored && (await buffer(stored.content))).toEqual(bytes)
    await files.remove('kinabalu/2026/logo.png')
    expect(await files.get('kinabalu/2026/logo.png')).toBeNull()
    await files.remove('kinabalu/2026/logo.png')
  })

  it('may be empty, and as long as is allowed but no longer', async () => {
    expect(await files.put('empty.txt', Readable.from([]), PLAIN)).toBe(0)
    expect(await textOf('empty.txt')).toBe('')
    const kind = { ...PLAIN, bytes_max: 6 }
    await files.put('short.txt', Readable.from(['abc', 'déf'.slice(0, 2)]), kind)
    const longer = Readable.from(['abc', 'déf'])
    await expect(files.put('short.txt', longer, kind)).rejects.toMatchObject({
      problem: { kind: 'too_large', message: 'The file is larger than the 6 bytes allowed here.' },
    })
    expect(longer.destroyed).toBe(true)
    expect([await textOf('short.txt'), await drafts()]).toEqual(['abcdé', []])
  })

  it('are replaced whole, even by many writers at once, and read to their end meanwhile', async () => {
    const texts = Array.from({ length: 10 }, (_, at) => String(at).repeat(10_000))
    await Promise.all(texts.map((one) => files.put('one.txt', from(one), PLAIN)))
    const before = await files.get('one.txt')
    await files.put('one.txt', from('new'), PLAIN)
    expect(texts).toContain(before && (await text(before.content)))
    expect([await textOf('one.txt'), await drafts()]).toEqual(['new', []])
  })

  it.each([
    ['fails', (content: Readable) => content.destroy(new Error('the cable was pulled')), 'cable'],
    ['is aborted', (content: Readable) => content.destroy(), 'Premature close'],
  ])('are as before when the stream %s on the way', async (_what, end, message) => {
    await files.put('kept.txt', from('kept'), PLAIN)
    const content = new Readable({ read: () => {} })
    const put = files.put('kept.txt', content, PLAIN)
    const refused = expect(put).rejects.toThrow(message)
    content.push('half of ')
    await expect.poll(drafts).toHaveLength(1)
    expect(await textOf('kept.txt')).toBe('kept')
    end(content)
    await refused
    expect([await textOf('kept.txt'), await drafts()]).toEqual(['kept', []])
  })

  it('are as before when the stream had failed already', async () => {
    const content = new Readable({ read: () => {} }).destroy()
    await expect(files.put('never.txt', content, PLAIN)).rejects.toThrow('Premature close')
    expect([await textOf('never.txt'), await drafts()]).toEqual([null, []])
  })

  it('are as before when the writer was killed; what it left is swept, what is being written is not', async () => {
    const doomed = fork(join(import.meta.dirname, 'fixtures/endless-put.ts'), [join(dir, 'files')], {
      execArgv: [],
    })
    await once(doomed, 'message')
    const ended = once(doomed, 'exit')
    doomed.kill('SIGKILL')
    await ended
    expect([await textOf('endless.txt'), (await drafts()).length]).toEqual([null, 1])
    expect(await files.sweep(new Date(Date.now() - 60_000))).toBe(0)
    expect(await files.sweep(new Date(Date.now() + 60_000))).toBe(1)
    expect([await drafts(), await localFiles(join(dir, 'none')).sweep(new Date())]).toEqual([[], 0])
  })

  it.each([
    '',
    '/',
    '../secret.key',
    'a/../../b',
    'a//b',
    '/etc/passwd',
    '.hidden',
    '.drafts/a',
    'a/..',
    'a\\b',
    'a\0b',
    'é',
  ])('refuse the key %j', async (key) => {
    await expect(files.get(key)).rejects.toThrow('Not a file key')
    const content = from('x')
    await expect(files.put(key, content, PLAIN)).rejects.toThrow('Not a file key')
    expect(content.destroyed).toBe(true)
  })

  it.each(['text/plain\nx', '', 'x'.repeat(201)])('refuse the content type %j', async (content_type) => {
    const put = files.put('a', from('x'), { ...PLAIN, content_type })
    await expect(put).rejects.toThrow('Not a content type')
  })
})
