import { expect, test } from 'vitest'
import { expectGolden, printTable } from '../../domain/test/golden.ts'
import { allEndpoints } from './all.ts'

test('the golden list of calls has each with its method and path', () => {
  const rows = allEndpoints.map(({ id, method, path, status = 200 }) => [id, method, path, String(status)])
  expectGolden('docs/calls.txt', printTable([['call', 'method', 'path', 'status'], ...rows]))
})

test('ids in addresses are read in the small letters in which they are stored and compared', () => {
  const id = '0197A0B0-0000-7000-8000-00000000000F'
  const read = allEndpoints.flatMap(({ params, path }) => {
    const given = Object.fromEntries(
      path
        .split('/:')
        .slice(1)
        .map((part) => [part.split('/')[0] ?? '', id]),
    )
    const { data } = params?.safeParse(given) ?? {}
    return data && params?.safeParse({ ...given, [Object.keys(given)[0] ?? '']: 'x' }).success === false
      ? [data]
      : []
  })
  expect(read.length).toBeGreaterThan(50)
  for (const data of read) expect(Object.values(data)).toEqual(Object.keys(data).map(() => id.toLowerCase()))
})

test('no two calls share a method and path', () => {
  const doors = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(doors.filter((door, at) => doors.indexOf(door) !== at)).toEqual([])
})
