import { useEffect, useState } from 'react'

/** The time in ms, told again every `every_ms`. */
export const useNow = (every_ms: number) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now
}
