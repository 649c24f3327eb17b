import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { documents } from '#contract/documents.ts'
import { BY_ITSELF_HEADER } from '#contract/endpoint.ts'
import { session } from '#contract/people/session.ts'
import { address, call } from './call.ts'
import { ApiError, mayPass } from './errors.ts'

describe('a read that nobody asked for', () => {
  let now_ms = 0
  let touched_at = ''
  const sent: boolean[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.stubGlobal('performance', { now: () => now_ms })
    vi.stubGlobal('localStorage', { getItem: (name: string) => (name === 'activity_at' ? touched_at : null) })
    vi.stubGlobal('fetch', async (_to: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(BY_ITSELF_HEADER in headers)
      return Response.json({})
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    sent.length = 0
  })
  const read = () => call(documents.troubles, {})

  it('is told as one once the person rests, in whatever tab, and a write never', async () => {
    now_ms = 120_000
    vi.setSystemTime(1_000_000)
    touched_at = '990000'
    await read()
    touched_at = '960000'
    await read()
    await call(session.logout, {})
    expect(sent).toEqual([false, true, false])
  })

  it('is none right after the page was opened, which a person did', async () => {
    now_ms = 1_000
    await read()
    expect(sent).toEqual([false])
  })
})

describe('an answer that cannot be read', () => {
  beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }))
  afterEach(() => vi.unstubAllGlobals())
  const answered = (body: BodyInit, options = {}) => {
    vi.stubGlobal('fetch', async () => new Response(body))
    return call(documents.troubles, {}, options).catch((error: unknown) => error)
  }
  const brokenOff = () =>
    new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })

  it.each([
    ['a page that stands in its place', () => '<html>Sign in to this network</html>'],
    ['one that breaks off on its way', brokenOff],
  ])('is none: %s', async (_what, body) => {
    const error = await answered(body())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 0,
      message: expect.stringMatching(/^The server cannot be reached/),
    })
    expect(mayPass(error)).toBe(true)
  })

  it('is left as it is where nobody waits for it any more', async () => {
    const left = new AbortController()
    left.abort()
    expect(await answered(brokenOff(), { signal: left.signal })).toBeInstanceOf(TypeError)
  })
})

describe('the address of a call', () => {
  it('fills parameters in, escaped, and keeps the trailing slash', () => {
    expect(address('/api/v1/invoices/:uuid/', { params: { uuid: 'a/b c' } })).toBe(
      '/api/v1/invoices/a%2Fb%20c/',
    )
  })

  it('leaves empty query values out and keeps zero', () => {
    const query = { invoice_number: '', status: undefined, page: 0, buyer_name: 'Tan & Söhne' }
    expect(address('/api/v1/summary-invoices/', { query })).toBe(
      '/api/v1/summary-invoices/?page=0&buyer_name=Tan+%26+S%C3%B6hne',
    )
  })
})
