import { describe, expect, test } from 'vitest'
import { announce } from './announce.ts'

const say = (...whereabouts: Parameters<typeof announce>[2][]) =>
  announce('http://localhost:8080', { password: 'kept' }, ...whereabouts)

describe('the start', () => {
  test('says nothing about a database that lies in DATA_DIR', () => {
    expect(say({ outside: undefined, deserted: [] })).toBe(say())
    expect(say()).not.toContain('DATA_DIR')
  })

  test('says where the database lies when a copy of DATA_DIR would miss it', () => {
    expect(say({ outside: '/far/database-x', deserted: [] })).toContain(
      '\nThe database lies outside of DATA_DIR, in /far/database-x: a backup must take both.\n',
    )
  })

  test('names databases whose DATA_DIR is gone, and what to do', () => {
    const deserted = [
      { folder: '/far/database-x', data_dirs: ['/a/data', '/b/data'], bytes: 41_200_000 },
      { folder: '/far/database-y', data_dirs: [], bytes: undefined },
    ]
    expect(say({ outside: undefined, deserted })).toContain(
      [
        '',
        'These databases are left of a DATA_DIR that is gone. Bring it back, or delete the folder:',
        '  /far/database-x, 42 MB, of /a/data, /b/data',
        '  /far/database-y, of an unknown DATA_DIR',
        '',
      ].join('\n'),
    )
  })

  test('names ten of them and counts the rest', () => {
    const deserted = Array.from({ length: 12 }, (_, number) => ({
      folder: `/far/database-${number}`,
      data_dirs: [],
      bytes: 0,
    }))
    const said = say({ outside: undefined, deserted })
    expect(said).toContain('/far/database-9, ')
    expect(said).not.toContain('/far/database-10')
    expect(said).toContain('\n  and 2 more\n')
  })
})

describe('the start without the demo company', () => {
  const alone = (set_up_url: string | undefined) =>
    announce('http://localhost:8080', { password: 'none', set_up_url })

  test('prints the link, and nothing of the demo', () => {
    const said = alone('http://localhost:8080/set-up/abc')
    expect(said).toContain('\n  http://localhost:8080/set-up/abc\n')
    expect(said).not.toMatch(/demo|@lulus\.example/i)
    // Those of other starts work on (decision 023), and a command ends them all.
    expect(said).not.toContain('this one ends')
    expect(said).toContain('Links of other starts work as well')
    expect(said).toContain('npm run lulus -- users superadmin EMAIL')
  })

  test('prints the address alone once somebody may administer it', () => {
    expect(alone(undefined)).toBe('\nLulus is ready: http://localhost:8080\n')
  })
})
