import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { READS_OF, type Topic } from '#contract/live.ts'
import { askAgain } from '../api/ask-again.ts'
import { follow, type Place } from '../api/follow.ts'
import { setFollowing } from '../api/following.ts'
import { paced } from '../api/pace.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * While this tab is looked at, what others do makes it ask again for what it shows. Hidden it follows nothing; shown
 * again it hears what it has missed.
 */
export const useNews = () => {
  const client = useQueryClient()
  useEffect(() => {
    const place: Place = { id: '' }
    const ask = (topics: Topic[]) =>
      askAgain(
        client,
        topics.flatMap((topic) => READS_OF[topic]),
      )
    const hear = paced(ask, { now_ms: () => performance.now(), wait })
    let looking: AbortController | undefined
    const turn = () => {
      looking?.abort()
      looking = undefined
      if (document.visibilityState !== 'visible') return setFollowing(false)
      looking = new AbortController()
      void follow({ place, hear, onStream: setFollowing, signal: looking.signal })
    }
    turn()
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('online', turn)
    return () => {
      window.removeEventListener('online', turn)
      document.removeEventListener('visibilitychange', turn)
      looking?.abort()
      setFollowing(false)
    }
  }, [client])
}
