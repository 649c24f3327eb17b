import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../test/ending/at-end.ts'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { addHealth } from './health.ts'
import { addMetrics } from './metrics.ts'
import { serveScreens } from './static.ts'

describe('the screens, probes and metrics', () => {
  let app: FastifyInstance
  let dir: string
  let migrated = false
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lulus-static-'))
    await mkdir(join(dir, 'web/assets'), { recursive: true })
    const head = '<meta content="__CSP_NONCE__"><style nonce="__CSP_NONCE__">'
    await writeFile(join(dir, 'web/index.html'), head)
    await writeFile(join(dir, 'web/sign-in.html'), `${head}<title>Log in</title>`)
    await writeFile(join(dir, 'web/assets/main-4f3a.js'), 'x'.repeat(5_000))
    await writeFile(join(dir, 'web/assets/main-4f3a.js.br'), brotliCompressSync('x'.repeat(5_000)))
    await writeFile(join(dir, 'web/assets/late-77aa.js'), 'y'.repeat(5_000))
    await writeFile(join(dir, 'secret.key'), 'do not serve')
    app = await createApp({ log: openLog('silent'), trusted_proxies: [], https: false })
    addHealth(app, {
      database: async () => true,
      migrations: async () => migrated,
      files: async () => {
        if (!migrated) throw new Error('no disk')
        return true
      },
    })
    addMetrics(app, undefined)
    await serveScreens(app, { dir: join(dir, 'web'), api_prefixes: ['/api/'] })
  })
  atEnd(async () => {
    await app.close()
    await rm(dir, { recursive: true })
  })

  it('serves the shell for every page address with a nonce of its own', async () => {
    const replies = await Promise.all(
      ['/dashboard', '/dashboard/invoices?tab=2'].map(async (url) => app.inject({ url })),
    )
    const nonces = replies.map((reply) => {
      expect(reply.statusCode).toBe(200)
      const [, nonce] =
        /style-src 'self' 'nonce-([^']+)'/.exec(String(reply.headers['content-security-policy'])) ?? []
      expect(reply.body).toBe(`<meta content="${nonce}"><style nonce="${nonce}">`)
      expect(reply.headers['cache-control']).toBe('no-cache')
      return nonce
    })
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it.each(['/', '/log-in', '/log-in?return=%2Fdashboard'])('serves the sign-in alone at %s', async (url) => {
    const reply = await app.inject({ url })
    expect(reply.body).toMatch(/nonce="[^"_]+"><title>Log in<\/title>$/)
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
  })

  it('answers HEAD for pages', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/dashboard' })).statusCode).toBe(200)
  })

  it.each([
    ['/assets/main-4f3a.js', 'gzip, deflate, br, zstd', 'br'],
    ['/assets/main-4f3a.js', 'gzip, br;q=0', 'gzip'],
    ['/assets/main-4f3a.js', 'deflate', undefined],
    ['/assets/late-77aa.js', 'br, gzip', 'gzip'],
    ['/assets/late-77aa.js', 'br', undefined],
  ])('sends %s to who takes %s as %s', async (url, accepted, coding) => {
    const reply = await app.inject({ url, headers: { 'accept-encoding': accepted } })
    expect(reply.headers['content-encoding']).toBe(coding)
    const unpacked =
      coding === 'br'
        ? brotliDecompressSync(reply.rawPayload)
        : coding === 'gzip'
          ? gunzipSync(reply.rawPayload)
          : reply.rawPayload
    expect(unpacked).toHaveLength(5_000)
  })

  it('serves hashed assets for a year, zipped to those who ask', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const zipped = await app.inject({ url: '/assets/main-4f3a.js', headers })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(zipped.rawPayload.length).toBeLessThan(200)
    expect(zipped.headers['cache-control']).toContain('immutable')
    expect(zipped.headers['content-type']).toContain('text/javascript')
    expect((await app.inject({ url: '/assets/main-4f3a.js' })).body).toHaveLength(5_000)
  })

  it.each([
    '/api/unknown/',
    '/assets/main-old.js',
    '/assets/main-4f3a.js.br',
    '/../secret.key',
    '/%2e%2e/secret.key',
    '/index.html',
    '/sign-in.html',
  ])('answers 404 for %s', async (url) => {
    const reply = await app.inject({ url })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('do not serve')
  })

  it('says it is not ready and what is missing, then that it is; it lives all the time', async () => {
    expect((await app.inject({ url: '/livez' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(503)
    const waiting = await app.inject({ url: '/readyz' })
    expect([waiting.statusCode, waiting.json().missing]).toEqual([503, ['migrations', 'files']])
    migrated = true
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/readyz' })).json()).toEqual({
      status: 'ready',
      missing: [],
      warnings: [],
    })
  })

  it('measures itself', async () => {
    const reply = await app.inject({ url: '/metrics' })
    expect(reply.headers['content-type']).toContain('text/plain')
    expect(reply.body).toContain('lulus_http_requests_total')
    expect(reply.body).toContain('process_resident_memory_bytes')
  })
})

it('says in the log where the screens are not built', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const app = await createApp({ log, trusted_proxies: [], https: false })
  await serveScreens(app, { dir: join(tmpdir(), 'lulus-none'), api_prefixes: ['/api/'] })
  expect((await app.inject({ url: '/' })).statusCode).toBe(404)
  await app.close()
  expect(lines.join()).toContain('npm run build')
})
