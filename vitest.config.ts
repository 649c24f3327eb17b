import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { PRODUCTS } from './e2e/product.ts'
import { restingOf } from './e2e/turn.ts'
import { ownFolder } from './server/test/ending/own-folder.ts'
import { textPlugins } from './web/texts.ts'

process.env.TMPDIR = ownFolder()

const room = (name: string, more: object = {}) => ({
  test: { name, include: [`${name}/**/*.test.ts`], environment: 'node' as const, ...more },
})

/** What helpers of the server's tests opened is put away. */
const setupFiles = ['server/test/ending/set-up.ts']

const database = {
  // Ten times what the slowest takes alone, for machines that do other things as well.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  globalSetup: ['server/test/global-setup.ts'],
  setupFiles,
}

/** Of these `npm test` plays a quarter each time, but for the ways on which documents could be lost or doubled. */
const WAYS = new Set([
  'server/test/faults/faults.test.ts',
  ...[
    ...['main-path', 'first-start', 'sign-in', 'correct', 'trouble', 'unanswered'],
    // A quarter of their rows each time.
    ...['form-trouble', 'every-screen', 'lists/lists'],
  ].map((name) => `e2e/${name}.test.ts`),
])
/** Proofs of pace and memory, and lists against all orders, among a room's own tests: a quarter of them too. */
const SLOW = restingOf([
  'server/src/documents/finding/orders/page-far.test.ts',
  'server/src/documents/finding/places/by-environment.test.ts',
  'server/src/documents/reading/page-of-few.test.ts',
  'server/src/documents/sending/turns.test.ts',
  'server/src/evidence/verification.test.ts',
  'server/src/platform/db/embedded/supervisor.test.ts',
  'server/src/platform/jobs/killed.test.ts',
  'simulator/test/memory.test.ts',
])
const restingIn = (files: string, exclude: string[] = []) =>
  restingOf(
    globSync(files, { exclude })
      .toSorted()
      .filter((file) => !WAYS.has(file)),
  )

const PROOFS = 'server/test/*/**/*.test.ts'
const SIMULATION = 'server/test/simulation/**/*.test.ts'
const COPIES = 'server/test/copies/**/*.test.ts'
const FAILOVER = 'server/test/failover/**/*.test.ts'
const APART = [SIMULATION, COPIES, FAILOVER]

export default defineConfig({
  test: {
    // Much of a test's time is waiting for the database, so three share two cores well.
    maxWorkers: 3,
    projects: [
      // Nothing in these files is kept between them: a worker for each of them costs more than running it.
      room('domain', {
        isolate: false,
        include: [
          'codes/**/*.test.ts',
          'domain/**/*.test.ts',
          'contract/**/*.test.ts',
          'checks/**/*.test.ts',
        ],
      }),
      room('simulator', { testTimeout: 20_000, exclude: SLOW }),
      // Test files share their worker: loading the server anew for each of them costs more than running it.
      room('server', {
        ...database,
        include: ['server/src/**/*.test.ts', 'server/test/*.test.ts'],
        exclude: SLOW,
        isolate: false,
      }),
      // Kills and faults: minutes of waiting, apart from the rooms' own tests.
      room('proofs', {
        ...database,
        include: [PROOFS],
        exclude: [...APART, ...restingIn(PROOFS, APART)],
      }),
      // Several database servers, by programs that `npm test` does not ask for.
      room('copies', { ...database, include: [COPIES] }),
      room('failover', { ...database, include: [FAILOVER] }),
      // Plays as many seeds as fit into its time, so it comes last and has the machine to itself.
      room('simulation', {
        ...database,
        include: [SIMULATION],
        sequence: { groupOrder: 1 },
      }),
      {
        ...room('web', {
          isolate: false,
          include: ['web/src/**/*.test.ts'],
          setupFiles: ['web/src/locales/spoken-in-tests.ts'],
        }),
        plugins: textPlugins(),
      },
      room('e2e', {
        exclude: restingIn('e2e/**/*.test.ts'),
        // Several times what the longest takes alone, for machines that do other things as well.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        // What a page shows is waited for as long as by the browser's own waits; a second is little on a busy machine.
        expect: { poll: { timeout: 30_000 } },
        // As many as products are started; the other rooms never run beside them.
        maxWorkers: PRODUCTS,
        sequence: { groupOrder: 2 },
        globalSetup: ['e2e/global-setup.ts'],
        setupFiles,
      }),
    ],
  },
})
