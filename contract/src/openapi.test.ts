import { expect, test } from 'vitest'
import { expectGolden } from '../../domain/test/golden.ts'
import { allEndpoints } from './all.ts'
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
