import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { fieldsOf } from './fields.ts'

const world = await createWorld()

const get = (path: string) => world.app.inject({ method: 'GET', url: path })

test('the page names every call, needs no script, and leads to the document for programs', async () => {
  const page = await get('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).not.toMatch(/<script|style="/)
  const { paths } = (await get('/api/docs/openapi.json')).json()
  for (const path of Object.keys(paths)) expect(page.body).toContain(path)
  expect(page.body).toContain('<code>customer.tin_no</code>')
  expect((await get('/api/docs/style.css')).headers['content-type']).toContain('text/css')
})

test('fields are told flat, with their kinds and limits', () => {
  const line = { properties: { price: { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'number' }] } } }
  const schema = { properties: { items: { type: 'array', maxItems: 2, items: line } }, required: ['items'] }
  expect(fieldsOf(schema)).toEqual([
    { name: 'items', kind: 'array, at most 2', required: true },
    { name: 'items[].price', kind: 'string, at most 40 characters or number', required: false },
  ])
})
