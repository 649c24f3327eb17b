import { expect, test } from 'vitest'
import { noRings } from '../no-rings.ts'

const chunk = (fileName: string, ...imports: string[]) => ({ type: 'chunk', fileName, imports })

const build = (...chunks: object[]) => {
  const end = noRings.generateBundle as unknown as (this: object, options: object, bundle: object) => void
  const error = (message: string) => {
    throw new Error(message)
  }
  end.call({ error }, {}, { ...chunks, style: { type: 'asset', fileName: 'a.css' } })
}

test('a build ends where its files import each other in a ring, and names them', () => {
  build(chunk('start.js'), chunk('list.js', 'start.js', 'some.js'), chunk('some.js', 'start.js'))
  expect(() =>
    build(chunk('start.js'), chunk('list.js', 'some.js'), chunk('some.js', 'start.js', 'list.js')),
  ).toThrow('in a ring: list.js, some.js.')
})
