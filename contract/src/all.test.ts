import { expect, test } from 'vitest'
import { expectGolden, printTable } from '../../domain/test/golden.ts'
import { allEndpoints } from './all.ts'

test('the golden list of calls has each with its method and path', () => {
  const rows = allEndpoints.map(({ id, method, path, status = 200 }) => [id, method, path, String(status)])
  expectGolden('docs/calls.txt', printTable([['call', 'method', 'path', 'status'], ...rows]))
})

test('no two calls share a method and path', () => {
  const doors = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(doors.filter((door, at) => doors.indexOf(door) !== at)).toEqual([])
})
