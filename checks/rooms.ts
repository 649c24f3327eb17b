/** The house of the code: a room or floor may import what stands below it, never above or beside. */

export type Room = {
  /** Rooms it may import, by the `#room/…` subpath. */
  may: readonly string[]
  /** npm packages it may import; undefined: any. */
  packages?: readonly string[]
  node: boolean
}

export const ROOMS: ReadonlyMap<string, Room> = new Map([
  ['codes', { may: [], packages: [], node: false }],
  ['domain', { may: ['codes'], packages: ['big.js', 're2js', '@marcbachmann/cel-js'], node: false }],
  ['contract', { may: ['domain', 'codes'], packages: ['zod'], node: false }],
  ['server', { may: ['contract', 'domain', 'codes'], node: true }],
  ['web', { may: ['contract', 'domain', 'codes'], node: false }],
  ['simulator', { may: ['codes'], node: true }],
  ['e2e', { may: [], node: true }],
  ['checks', { may: [], node: true }],
])

/**
 * What tests and fixtures of other rooms may use: the authority in their process and its certificates, a directory
 * beside it, a free port, the addresses of all screens, what is played this time.
 */
export const DOORS: readonly string[] = [
  'simulator/src/start.ts',
  'simulator/src/certificates/issue.ts',
  'server/src/directory/fixtures/slapd.ts',
  'server/test/free-port.ts',
  'web/src/paths.ts',
  'e2e/turn.ts',
]

/** Measures the speed of the code, so it may import all of it: the programs and the folder beside them. */
export const BENCH = /^checks\/bench[-/.]/

/** Rooms of `server/src`. Those of one floor do not know each other. */
export const SERVER_FLOORS: readonly (readonly string[])[] = [
  ['platform'],
  ['access', 'authority', 'directory', 'evidence', 'pdf'],
  ['audit'],
  ['settings'],
  ['entities', 'users'],
  ['tins'],
  ['api-keys', 'customers', 'items', 'templates', 'shaping'],
  ['documents'],
  [
    ...['intake', 'change-requests', 'reports', 'dashboard', 'defects', 'commits', 'webhooks'],
    ...['session', 'profile', 'views', 'lists', 'logs', 'mails', 'set-up'],
  ],
  ['people', 'rules', 'secrets'],
  ['imports'],
  // `notifications` tells of what all others do.
  ['address-book', 'notifications'],
  ['live'],
  ['demo'],
  // How it all does, the demo too, for whoever runs it.
  ['operating'],
  ['app.ts', 'worker.ts'],
  ['main.ts', 'cli.ts'],
]

/** Rooms inside rooms, bottom to top; files at a room's root stand above all of them. */
export const INNER_FLOORS: ReadonlyMap<string, readonly string[]> = new Map([
  ['server/src/authority', ['words', 'wire', 'calls', 'signing']],
  ['server/src/entities', ['records', 'access']],
  ['server/src/notifications', ['notices', 'letters', 'hearing']],
  ['server/src/imports', ['reading', 'kept', 'judging', 'running', 'mending']],
  [
    'server/src/documents',
    [
      'store',
      'counting',
      'life',
      'sending',
      'cancelling',
      'comparing',
      'verdicts',
      'finding',
      'deciding',
      'reading',
      'approving',
      'cancelling-many',
    ],
  ],
])

/** Who may import the routes and job handlers of other rooms: those that put the product together. */
export const SERVER_GATHERERS = ['app.ts', 'worker.ts', 'demo']

/** Folders and files of `web/src`. Features never know each other. */
export const WEB_FLOORS: readonly (readonly string[])[] = [
  ['locales', 'env.d.ts'],
  ['paths.ts', 'search.ts', 'theme.ts', 'i18n.ts', 'fonts.ts', 'texts'],
  ['dates.ts'],
  ['api'],
  ['ui'],
  ['session'],
  ['doors.ts', 'widgets'],
  ['features'],
  ['shell'],
  ['shell-route.tsx'],
  ['admin-routes.tsx'],
  ['routes.tsx'],
  ['start.tsx'],
  ['program.tsx'],
  ['main.tsx', 'sign-in.tsx'],
  ['sign-in-main.tsx'],
]
