import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time/units.ts'
import type { JobDefinition } from '../src/platform/jobs/definition.ts'
import { allJobs } from '../src/worker.ts'

/** What is mailed there is valid for half an hour. */
const LINK = 'passwords.mail-link'

/** How long a job is tried at least, ms: each pause is twice the one before, and up to twice as long by chance. */
const triedForMs = ({ retries, backoff_ms, backoff_ms_max }: JobDefinition) =>
  Array.from({ length: retries }, (_, at) => Math.min(backoff_ms_max, backoff_ms * 2 ** at)).reduce(
    (sum, pause_ms) => sum + pause_ms,
    0,
  )

test('a mail server may be away for a day, and no mail but links is lost', () => {
  const mailing = allJobs.filter(({ name }) => /mail|letter/.test(name) && name !== LINK)
  expect(mailing.length).toBeGreaterThanOrEqual(6)
  expect(mailing.filter((job) => triedForMs(job) < DAY_MS).map(({ name }) => name)).toEqual([])
})
