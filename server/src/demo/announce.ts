import { ACCOUNTS, type AccountName, emailOf } from './company.ts'
import type { Seeded } from './seed.ts'

/** What the start prints for the person at the terminal: the address, the accounts, and how to get in. */
export const announce = (public_url: string, seeded: Seeded): string => {
  const accounts = (Object.keys(ACCOUNTS) as AccountName[]).map(
    (name) => `  ${emailOf(name).padEnd(24)}${ACCOUNTS[name].does}`,
  )
  return [
    '',
    `Lulus is ready: ${public_url}`,
    '',
    'Demo accounts:',
    ...accounts,
    '',
    passwordLine(seeded),
    '',
  ].join('\n')
}

const passwordLine = (seeded: Seeded): string => {
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
