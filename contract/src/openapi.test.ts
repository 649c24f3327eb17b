import { expect, test } from 'vitest'
import { z } from 'zod'
import { expectGolden } from '../../domain/test/golden.ts'
import { allEndpoints } from './all.ts'
import { endpoint, loggedIn } from './endpoint.ts'
import { intake } from './intake.ts'
import { openApi } from './openapi.ts'

test('the golden OpenAPI document says all calls', () => {
  expectGolden('docs/openapi.json', `${JSON.stringify(openApi(allEndpoints), null, 1)}\n`)
})

test('every call stands there once, with what it takes and answers', () => {
  const { paths } = openApi(allEndpoints)
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  expect(ids.toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted())
  const submit = JSON.stringify(paths['/api/v1/integration/submit-json/'])
  for (const field of ['invoices_data', 'customer', 'unit_price', 'Invoice_Numbers'])
    expect(submit).toContain(field)
})

test.each(['submit', 'correct'] as const)('%s tells of its Idempotency-Key and how it refuses', (verb) => {
  const { path } = intake[verb]
  const { post } = openApi([intake[verb]]).paths[path.replace(':uuid', '{uuid}')] ?? {}
  expect(post?.parameters?.map(({ name }) => name)).toContain('Idempotency-Key')
  const refused = post?.responses['4XX']?.content?.['application/json']?.schema
  expect(Object.keys(refused?.properties ?? {})).toEqual(
    expect.arrayContaining(['status', 'Invoice_Numbers', 'UUIDs', 'errors']),
  )
  // The body of a refusal says besides what every refusal says.
  expect(refused).not.toHaveProperty('additionalProperties')
  expect(refused).not.toHaveProperty('required')
})

test('every call may be told to come again later', () => {
  const operations = Object.values(openApi(allEndpoints).paths).flatMap((methods) => Object.values(methods))
  for (const { responses } of operations) expect(responses['429']?.description).toContain('Retry-After')
})

test('a streamed file stands in its form, after the texts', () => {
  const upload = endpoint({
    id: 'lines.upload',
    method: 'POST',
    path: '/api/lines/',
    access: loggedIn,
    form: z.strictObject({ title: z.string() }),
    upload: { field: 'file', bytes_max: 1_000 },
    reply: z.undefined(),
  })
  const { post } = openApi([upload]).paths['/api/lines/'] ?? {}
  expect(post?.description).toContain('The file is the last part')
  expect(post?.requestBody?.content?.['multipart/form-data']?.schema).toMatchObject({
    properties: { title: { type: 'string' }, file: { type: 'string', format: 'binary', maxLength: 1_000 } },
    required: ['title', 'file'],
  })
})
