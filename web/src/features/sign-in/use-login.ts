import { useEffect, useState } from 'react'
import type { Input, Output } from '#contract/endpoint.ts'
import { session } from '#contract/people/session.ts'
import { call } from '../../api/call.ts'
import { keepToken } from '../../api/token.ts'

// The sign-in comes before the library that keeps answers: it asks twice, and keeps nothing.

/** Signs in, one call at a time, and none while the program behind the sign-in is on its way. */
export const useLogin = (onEnter: () => Promise<unknown>) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const login = async (body: Input<typeof session.login>['body']) => {
    setBusy(true)
    try {
      const { token } = await call(session.login, { body })
      keepToken(token)
      await onEnter()
      setError(undefined)
    } catch (refused) {
      setError(refused)
    }
    setBusy(false)
  }
  return { login, busy, error }
}

type Options = Output<typeof session.options>
const TRIES_MAX = 3
const AGAIN_MS = 1_000

/** Asks some times for what the form must know, and tells null where nobody answered. Answers how to stop. */
const ask = (tell: (options: Options | null) => void) => {
  let left = TRIES_MAX
  const once = async (): Promise<void> => {
    left -= 1
    try {
      tell(await call(session.options, {}))
    } catch {
      if (left > 0) setTimeout(once, AGAIN_MS)
      else tell(null)
    }
  }
  void once()
  return () => {
    left = 0
  }
}

/**
 * What the form must know before anyone is signed in, null where it could not be asked; and another try. Without it a
 * local account can sign in all the same.
 */
export const useOptions = () => {
  const [options, setOptions] = useState<Options | null>()
  useEffect(() => ask(setOptions), [])
  return { options, again: () => void ask(setOptions) }
}
