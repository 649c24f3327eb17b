import { useSyncExternalStore } from 'react'
import { readToken, watchToken } from '../api/token.ts'

/** The token as it is now, in this tab or changed by another. */
export const useToken = () => useSyncExternalStore(watchToken, readToken)
