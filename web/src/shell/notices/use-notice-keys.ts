import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { NoticeItem } from '#contract/notifications/notices.ts'
import { useProfile } from '../../session/session.ts'

/**
 * J and K go to the next and the former item, E finishes the one with the focus and goes on to the next at once. When
 * an item goes, the focus goes to the one that took its place, never to the page. Whoever switched shortcuts off has
 * letters.
 */
export const useNoticeKeys = (items: readonly NoticeItem[]) => {
  const { shortcuts } = useProfile()
  const list = useRef<HTMLUListElement>(null)
  const at = useRef(-1)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])]
  const focused = () => rows().findIndex((row) => row.closest('li')?.contains(document.activeElement))
  const go = (index: number) => {
    const all = rows()
    at.current = Math.max(0, Math.min(index, all.length - 1))
    all[at.current]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shortcuts || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'j' && key !== 'k' && key !== 'e') return
    event.preventDefault()
    // Lists behind the panel know these keys as well.
    event.nativeEvent.stopPropagation()
    const here = focused()
    if (key === 'j') go(here + 1)
    if (key === 'k') go(here - 1)
    const done = rows()[here]?.closest('li')?.querySelector<HTMLElement>('[data-done]')
    if (key === 'e' && done) {
      done.click()
      go(here + 1)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the items change, what had the focus may be gone
  useEffect(() => {
    if (at.current >= 0 && document.activeElement === document.body) go(at.current)
  }, [items])
  return { list, onKeyDown }
}
