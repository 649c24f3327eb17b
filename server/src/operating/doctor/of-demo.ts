import { demoAccountsBeside } from '../../demo/accounts.ts'
import { type Check, fail, ok, warn } from './finding.ts'

/** Demo accounts are superadmins with one shared password; in an installation of one's own nobody needs them. */
export const demoAccounts: Check = {
  id: 'demo_accounts',
  ask: async ({ db }) => {
    const { accounts, has_own, sends_own } = await demoAccountsBeside(db)
    if (accounts.length === 0) return ok('No account of the demo company can sign in.')
    if (!has_own) return ok('There is the demo company alone.')
    const words = `Accounts of the demo company, with one password, can sign in: ${accounts.join(', ')}.`
    // Demo Data refuses for ever where the demo's company has sent to Production.
    const mend =
      'With a superadmin account of your own remove them under Admin Setting, Demo Data, ' +
      'or deactivate them under User Management.'
    return sends_own ? fail(words, mend) : warn(words, mend)
  },
}
