/** When somebody last did something, in whatever tab of this browser: it lies in local storage. */
const ACTIVITY = 'activity_at'
/** Longer than what is kept may be old while somebody is busy, and than a screen takes from a touch to its reads. */
const RESTING_AFTER_MS = 30_000

export const readActivity = () => Number(localStorage.getItem(ACTIVITY)) || 0
export const markActivity = (now: number) => localStorage.setItem(ACTIVITY, String(now))

/** Whether what is read now is asked for by nobody but the screen itself; who opened the page did something too. */
export const isResting = () =>
  performance.now() > RESTING_AFTER_MS && Date.now() - readActivity() > RESTING_AFTER_MS
