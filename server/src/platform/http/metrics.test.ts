import { describe, expect, it } from 'vitest'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { addMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-sixteen-signs'

/** A figure whose reading lasts until the test ends it, and how often it was begun. */
const slowFigure = async () => {
  const begun: PromiseWithResolvers<{ value: number }[]>[] = []
  const read = () => {
    begun.push(Promise.withResolvers())
    return begun.at(-1)?.promise ?? Promise.reject(new Error('Not begun.'))
  }
  const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
  addMetrics(app, undefined, [{ name: 'lulus_slow', help: 'A figure.', read }])
  const scrape = async () => (await app.inject({ url: '/metrics' })).body.match(/^lulus_slow .*$/m)?.[0]
  return { begun, scrape, close: () => app.close() }
}

const asked = async (token: string | undefined, from: string, headers: Record<string, string> = {}) => {
  const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: ['10.0.0.0/8'] })
  addMetrics(app, token)
  const answer = await app.inject({ url: '/metrics', remoteAddress: from, headers })
  await app.close()
  return answer
}

describe('the figures', () => {
  it('are for this machine', async () => {
    for (const from of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      const answer = await asked(undefined, from)
      expect(answer.statusCode, from).toBe(200)
      expect(answer.body).toContain('lulus_http_requests_total')
    }
  })

  it('are not for others, whatever they say of themselves', async () => {
    for (const from of ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1']) {
      expect((await asked(undefined, from)).statusCode, from).toBe(403)
      expect((await asked(undefined, from, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403)
      expect((await asked(TOKEN, from, { authorization: 'Bearer wrong' })).json()).toMatchObject({
        code: 'flag_missing',
      })
    }
  })

  it('are not for those behind a proxy on this machine', async () => {
    expect((await asked(undefined, '127.0.0.1', { 'x-forwarded-for': '10.0.0.7' })).statusCode).toBe(403)
    expect((await asked(undefined, '127.0.0.1', { forwarded: 'for=10.0.0.7' })).statusCode).toBe(403)
  })

  it('that take long are read once for all who ask meanwhile, and are left out until they are there', async () => {
    const { begun, scrape, close } = await slowFigure()
    const both = [scrape(), scrape()]
    expect(await Promise.all(both)).toEqual([undefined, undefined])
    expect(await scrape()).toBeUndefined()
    expect(begun).toHaveLength(1)
    begun[0]?.resolve([{ value: 7 }])
    expect(await scrape()).toBe('lulus_slow 7')
    expect(begun).toHaveLength(1)
    await close()
  })

  it('that could not be read are read again', async () => {
    const { begun, scrape, close } = await slowFigure()
    const first = scrape()
    await expect.poll(() => begun.length).toBe(1)
    begun[0]?.reject(new Error('away'))
    expect(await first).toBeUndefined()
    expect(begun).toHaveLength(1)
    await close()
  })

  it('are for whoever shows the token', async () => {
    expect((await asked(TOKEN, '10.0.0.7', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
  })
})
