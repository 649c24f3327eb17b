import { describe, expect, it } from 'vitest'
import { floorFindings } from './floors.ts'

const findings = (path: string, text: string, others: Record<string, string> = {}) =>
  floorFindings([{ path, text }, ...Object.entries(others).map(([at, body]) => ({ path: at, text: body }))])

describe('the floors', () => {
  it.each([
    [
      'a room that may not know another',
      'domain/src/a.ts',
      "import { x } from '#contract/x.ts'",
      'may not import contract/src/x.ts',
    ],
    [
      'the server reaching into the screens',
      'server/src/app.ts',
      "import { x } from '../../web/src/x.ts'",
      'may not import web/',
    ],
    [
      'a way around the subpath',
      'server/src/app.ts',
      "import { x } from '../../domain/src/x.ts'",
      'around its subpath',
    ],
    [
      'Node in the domain',
      'domain/src/a.ts',
      "import { readFileSync } from 'node:fs'",
      'may not import node:fs',
    ],
    ['Node in the screens', 'web/src/ui/A.tsx', "import 'node:path'", 'may not import node:path'],
    ['a package off the domain list', 'domain/src/a.ts', "import dayjs from 'dayjs'", 'may not import dayjs'],
    ['upward', 'server/src/access/a.ts', "import { x } from '../documents/x.ts'", 'imports upward'],
    [
      'a type from above',
      'server/src/access/a.ts',
      "import type { X } from '../documents/x.ts'",
      'imports upward',
    ],
    [
      'an inline type from above',
      'server/src/access/a.ts',
      "type X = import('../documents/x.ts').X",
      'imports upward',
    ],
    [
      'a lazy import from above',
      'server/src/access/a.ts',
      "const x = import('../documents/x.ts')",
      'imports upward',
    ],
    [
      'a re-export from above',
      'server/src/access/a.ts',
      "export { x } from '../documents/x.ts'",
      'imports upward',
    ],
    [
      'upward inside a room',
      'server/src/documents/store/a.ts',
      "import { x } from '../sending/x.ts'",
      'imports upward inside its room',
    ],
    [
      'the root of its room from inside',
      'server/src/documents/reading/a.ts',
      "import { x } from '../routes.ts'",
      'imports upward inside its room',
    ],
    [
      'a folder inside a room that has no floor',
      'server/src/documents/attic/a.ts',
      'export const a = 1',
      'attic has no floor inside its room',
    ],
    ['a neighbour', 'server/src/intake/a.ts', "import { x } from '../reports/x.ts'", 'imports its neighbour'],
    [
      'rows of another room',
      'server/src/documents/a.ts',
      "import { x } from '../items/rows.ts'",
      'the rows of another room',
    ],
    [
      'rows of another room by another name',
      'server/src/documents/a.ts',
      "import { x } from '../items/price-rows.ts'",
      'the rows of another room',
    ],
    [
      'routes of another room',
      'server/src/documents/a.ts',
      "import { x } from '../items/routes.ts'",
      'the inside of another',
    ],
    [
      'handlers of another room',
      'server/src/intake/a.ts',
      "import { x } from '../documents/send.job.ts'",
      'the inside of another',
    ],
    [
      'rows, even in the worker',
      'server/src/worker.ts',
      "import { x } from './documents/rows.ts'",
      'the rows of another room',
    ],
    [
      'a feature in another',
      'web/src/features/create/A.tsx',
      "import { X } from '../list/X.tsx'",
      'imports another feature',
    ],
    ['the ui knowing business', 'web/src/ui/A.tsx', "import { X } from '../widgets/X.tsx'", 'imports upward'],
    ['a room without a floor', 'server/src/cellar/a.ts', '', 'cellar has no floor'],
    [
      'the simulator reading our notes',
      'simulator/src/a.ts',
      "import { x } from '#domain/x.ts'",
      'may not import domain/',
    ],
    [
      'the e2e tests knowing the code',
      'e2e/a.test.ts',
      "import { x } from '#domain/x.ts'",
      'may not import domain/',
    ],
    [
      'a check that takes itself for the bench',
      'checks/benches.ts',
      "import { x } from '#domain/x.ts'",
      'may not import domain/',
    ],
  ])('refuse %s', (_what, path, text, why) => {
    expect(findings(path, text)).toEqual([expect.stringContaining(`${path}: `)])
    expect(findings(path, text).join()).toContain(why)
  })

  it.each([
    ['downward', 'server/src/documents/a.ts', "import { x } from '../access/x.ts'"],
    ['its own rows and routes', 'server/src/documents/a.ts', "import { x } from './rows.ts'"],
    ['a name that ends alike', 'server/src/documents/a.ts', "import { x } from '../items/arrows.ts'"],
    ['the gatherers', 'server/src/worker.ts', "import { x } from './documents/send.job.ts'"],
    ['the contract', 'server/src/items/a.ts', "import { x } from '#contract/items.ts'"],
    ['tests looking up', 'server/src/access/a.test.ts', "import { x } from '../documents/rows.ts'"],
    ['the door of the simulator', 'server/test/world.ts', "import { x } from '../../simulator/src/start.ts'"],
    [
      'what another room keeps for its tests',
      'server/src/a/x.test.ts',
      "import { x } from '../../../domain/test/build.ts'",
    ],
    ['the bench', 'checks/bench-size.ts', "import { x } from '../server/src/items/x.ts'"],
    ['packages and Node on the server', 'server/src/items/a.ts', "import pg from 'pg'; import 'node:fs'"],
  ])('allow %s', (_what, path, text) => {
    expect(findings(path, text)).toEqual([])
  })

  it('let nobody but tests through the simulator’s door', () => {
    const text = "import { x } from '../../simulator/src/start.ts'"
    expect(findings('server/src/app.ts', text)).toHaveLength(1)
    expect(findings('server/test/world.ts', text.replace('start', 'world/world'))).toHaveLength(1)
  })

  it('find rings, through types too', () => {
    const ring = findings('domain/src/a.ts', "import './b.ts'", {
      'domain/src/b.ts': "import type { C } from './c.ts'",
      'domain/src/c.ts': "import { a } from '#domain/a.ts'",
    })
    expect(ring).toEqual([
      'a ring of imports: domain/src/a.ts → domain/src/b.ts → domain/src/c.ts → domain/src/a.ts',
    ])
  })
})
