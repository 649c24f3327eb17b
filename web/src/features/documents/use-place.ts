import { useRef } from 'react'

/** Where J and K lead from one of several rows, by their places from 0 on, and where it stands itself, if it does. */
export type Place = { at: number | undefined; former: number; next: number }

/** Where J and K lead: one that has left the list leaves its place to the row behind it. */
export const usePlace = (rows: readonly { uuid: string }[], uuid: string | undefined): Place | undefined => {
  const last = useRef<{ uuid: string; at: number }>(undefined)
  if (!uuid) return undefined
  const at = rows.findIndex((row) => row.uuid === uuid)
  if (at >= 0) last.current = { uuid, at }
  if (last.current?.uuid !== uuid) return undefined
  const former = last.current.at - 1
  return at < 0 ? { at: undefined, former, next: last.current.at } : { at, former, next: at + 1 }
}
