import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Files, localFiles } from './files.ts'

describe('local files', () => {
  let dir: string
  let files: Files
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lulus-files-'))
    files = localFiles(join(dir, 'files'))
  })
  afterAll(async () => rm(dir, { recursive: true }))

  it('come back byte for byte with their content type, until removed', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    await files.put('kinabalu/2026/logo.png', bytes, 'image/png')
    expect(await files.get('kinabalu/2026/logo.png')).toEqual({ bytes, content_type: 'image/png' })
    await files.remove('kinabalu/2026/logo.png')
    expect(await files.get('kinabalu/2026/logo.png')).toBeNull()
    await files.remove('kinabalu/2026/logo.png')
  })

  it('are replaced whole, even by many writers at once', async () => {
    const texts = Array.from({ length: 10 }, (_, at) => String(at).repeat(10_000))
    await Promise.all(texts.map(async (text) => files.put('one.txt', Buffer.from(text), 'text/plain')))
    const stored = await files.get('one.txt')
    expect(texts).toContain(Buffer.from(stored?.bytes ?? []).toString())
    expect(await readdir(join(dir, 'files'))).toEqual(
      expect.not.arrayContaining([expect.stringContaining('~')]),
    )
  })

  it.each([
    '',
    '/',
    '../secret.key',
    'a/../../b',
    'a//b',
    '/etc/passwd',
    '.hidden',
    'a/..',
    'a\\b',
    'a\0b',
    'é',
  ])('refuse the key %j', async (key) => {
    await expect(files.get(key)).rejects.toThrow('Not a file key')
    await expect(files.put(key, Buffer.of(1), 'text/plain')).rejects.toThrow('Not a file key')
  })

  it('refuse a content type with a line break', async () => {
    await expect(files.put('a', Buffer.of(1), 'text/plain\nx')).rejects.toThrow('Not a content type')
  })
})
