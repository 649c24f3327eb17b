import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { startObjectStore } from './fixtures/object-store.ts'
import { openObjects } from './objects.ts'

const store = await startObjectStore()
afterAll(() => store.stop())
const objects = openObjects(store.reached)

describe('an object store', () => {
  it('keeps what is put, by its key', async () => {
    await objects.put('anchors/2026-07-15-ab.json', '{"anchor": "Bunga raya \u00e9"}\n')
    await objects.put('anchors/2026-07-14-cd.json', '1')
    await objects.put('others/1.json', '2')
    expect(await objects.get('anchors/2026-07-15-ab.json', 100)).toBe('{"anchor": "Bunga raya \u00e9"}\n')
    expect(await objects.list('anchors/')).toEqual([
      'anchors/2026-07-14-cd.json',
      'anchors/2026-07-15-ab.json',
    ])
    expect(await objects.list('anchors/2026-07-15')).toEqual(['anchors/2026-07-15-ab.json'])
    expect(await objects.get('anchors/none.json', 100)).toBeUndefined()
    expect(await objects.list('nothing/')).toEqual([])
  })

  it('gives nothing that is longer than it may be', async () => {
    await objects.put('long.json', 'x'.repeat(101))
    await expect(objects.get('long.json', 100)).rejects.toThrow('more than 100 bytes')
  })

  it.each(['', '/a', 'a b', 'a?b', '../a', 'a\n'])('has no key %j', async (key) => {
    await expect(objects.put(key, '')).rejects.toThrow('Not an object key')
  })
})

describe('what cannot be done is said without a secret', () => {
  const said = (change: object) =>
    openObjects({ ...store.reached, ...change })
      .list('a')
      .then(String, String)

  it('where the keys are wrong', async () => {
    const told = await said({ secret_access_key: 'hunter2-hunter2' })
    expect(told).toMatch(/The object store cannot be used: 403/)
    expect(told).not.toMatch(/hunter2|S3RVER|Credential/)
  })

  it('where nothing listens, or something else, or there is no such bucket', async () => {
    const other = createServer((_, answer) => answer.writeHead(502).end('<html>')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number } // it listens on a port
    expect(await said({ url: `http://127.0.0.1:${port}/x` })).toMatch(/cannot be used: 502/)
    other.close()
    expect(await said({ url: 'http://127.0.0.1:9/x' })).toMatch(/cannot be used: /)
    expect(await said({ url: store.reached.url.replace('lulus-anchors', 'nowhere') })).toMatch(
      'no such bucket',
    )
  })
})
