import { expect, test } from 'vitest'
import { z } from 'zod'
import { expectGolden } from '../../domain/test/golden.ts'
import { allEndpoints } from './all.ts'
import { endpoint, loggedIn } from './endpoint.ts'
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
