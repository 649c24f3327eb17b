import { expect, it } from 'vitest'
import { allEndpoints } from '../all.ts'
import { KEY_FLAGS } from './api-keys.ts'

it('offers a key exactly the flags that open an endpoint to keys', () => {
  const opening = allEndpoints.flatMap(({ access }) =>
    access.kind === 'anyOf' && access.api_key ? access.flags : [],
  )
  expect([...new Set(opening)].toSorted()).toEqual(KEY_FLAGS.toSorted())
})
