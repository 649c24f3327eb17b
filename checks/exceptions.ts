/** Files that checks/sizes.ts tolerates. This list may only shrink. */
export const EXCEPTIONS: readonly string[] = []

/**
 * What checks/floors.ts tolerates, as it tells it: rows by another name, which were imported before the check knew
 * them. This list may only shrink.
 */
export const ROWS_SHARED: readonly string[] = [
  'server/src/change-requests/rule-kind.ts: imports the rows of another room, server/src/shaping/example-rows.ts',
  'server/src/change-requests/rule-kind.ts: imports the rows of another room, server/src/shaping/rule-rows.ts',
  'server/src/rules/examples.ts: imports the rows of another room, server/src/shaping/example-rows.ts',
  'server/src/rules/list.ts: imports the rows of another room, server/src/shaping/rule-rows.ts',
  'server/src/rules/trace.ts: imports the rows of another room, server/src/shaping/rule-rows.ts',
  'server/src/secrets/key.ts: imports the rows of another room, server/src/entities/access/secret-rows.ts',
  'server/src/secrets/key.ts: imports the rows of another room, server/src/webhooks/secrets/rows.ts',
]

/** What checks/unused.ts tolerates, as it tells it. This list may only shrink. */
export const NEEDLESS_EXPORTS: readonly string[] = [
  'server/src/documents/verdicts/resolve.job.ts: RESEND_HORIZON_MS is exported for nobody',
]

/** The findings without those that are tolerated; one that is tolerated and not found is a finding too. */
export const except = (tolerated: readonly string[], findings: readonly string[]): string[] => [
  ...findings.filter((finding) => !tolerated.includes(finding)),
  ...tolerated
    .filter((finding) => !findings.includes(finding))
    .map((finding) => `${finding}: no exception any more; take it off the list`),
]
