import type { AskedBack } from '#contract/document-rows.ts'

/** The buyers' requests that can still be answered at `now_ms`. */
export const openRequests = (requests: readonly AskedBack[], now_ms: number): AskedBack[] =>
  requests.filter(({ deadline }) => Date.parse(deadline) > now_ms)
