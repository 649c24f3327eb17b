import { choice, matching, readAddress } from './read-address.ts'

/**
 * Browsers read `//host` and `/\host` as another site, and no blank or line break within: only an address of this
 * product is a way back.
 */
const ownAddress = matching(/^\/(?![/\\])\S*$/)

/**
 * Reads the sign-in's address: `return` was opened signed out, `ended` says why the session is over, `forgotten` asks
 * for a link by mail, `account` is of whoever has just chosen a password that the portal itself keeps.
 */
export const readSignIn = readAddress({
  return: ownAddress,
  ended: choice(['idle', 'expired']),
  forgotten: choice(['true']),
  account: choice(['local']),
})
export type SignInSearch = ReturnType<typeof readSignIn>
