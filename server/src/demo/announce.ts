import type { Whereabouts } from '../platform/db/embedded/place.ts'
import { ACCOUNTS, type AccountName, emailOf } from './company.ts'
import type { Seeded } from './seed.ts'

/** How somebody gets in: with a demo account, by the link of the first start, or as ever. */
export type Welcome = Seeded | { password: 'none'; set_up_url: string | undefined }

/**
 * What the start prints for the person at the terminal: the address, the accounts, how to get in, and where the
 * embedded database lies when a copy of DATA_DIR would miss it.
 */
export const announce = (public_url: string, welcome: Welcome, whereabouts?: Whereabouts): string => {
  const ways = welcome.password === 'none' ? linkLines(welcome.set_up_url) : accountLines(welcome)
  return ['', `Lulus is ready: ${public_url}`, '', ...ways, ...placeLines(whereabouts)].join('\n')
}

const linkLines = (set_up_url: string | undefined): string[] =>
  set_up_url === undefined
    ? []
    : [
        'Nobody can administer it yet. Set it up here; the link works once, and for 24 hours:',
        `  ${set_up_url}`,
        'Whoever has the link becomes the first superadmin. Links of other starts work as well, each for its 24 hours;',
        'the first that is used ends them all. Where one got into wrong hands, end them by a superadmin of your own:',
        '  npm run lulus -- users superadmin EMAIL',
        '',
      ]

const accountLines = (seeded: WithAccounts): string[] => {
  const accounts = (Object.keys(ACCOUNTS) as AccountName[]).map(
    (name) => `  ${emailOf(name).padEnd(24)}${ACCOUNTS[name].does}`,
  )
  return ['Demo accounts:', ...accounts, '', passwordLine(seeded), '']
}

type WithAccounts = Exclude<Seeded, { password: 'none' }>

const passwordLine = (seeded: WithAccounts): string => {
  switch (seeded.password) {
    case 'given':
      return 'Their password is the one in DEMO_PASSWORD.'
    case 'invented':
      return `Their password, shown this once: ${seeded.text}`
    case 'kept':
      return 'Their password was set at an earlier start. To set a new one: DEMO_PASSWORD=… npm start'
    default:
      return seeded satisfies never
  }
}

const NAMED_MAX = 10

const placeLines = ({ outside, deserted }: Whereabouts = { outside: undefined, deserted: [] }): string[] => {
  const named = deserted.slice(0, NAMED_MAX).map(({ folder, data_dirs, bytes }) => {
    const from = data_dirs.length === 0 ? 'of an unknown DATA_DIR' : `of ${data_dirs.join(', ')}`
    const size = bytes === undefined ? '' : `${Math.ceil(bytes / 1_000_000)} MB, `
    return `  ${folder}, ${size}${from}`
  })
  const more = deserted.length - named.length
  return [
    ...(outside === undefined
      ? []
      : [`The database lies outside of DATA_DIR, in ${outside}: a backup must take both.`, '']),
    ...(deserted.length === 0
      ? []
      : [
          'These databases are left of a DATA_DIR that is gone. Bring it back, or delete the folder:',
          ...named,
          ...(more > 0 ? [`  and ${more} more`] : []),
          '',
        ]),
  ]
}
