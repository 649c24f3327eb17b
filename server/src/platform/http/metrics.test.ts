import { describe, expect, it } from 'vitest'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { addMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-sixteen-signs'

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

  it('are for whoever shows the token', async () => {
    expect((await asked(TOKEN, '10.0.0.7', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
  })
})
