import { z } from 'zod'
import { requestMoved } from '../../change-requests/facts.ts'
import { documentsMoved, documentsNoted } from '../../documents/store/facts.ts'
import { accessChanged } from '../../entities/records/facts.ts'
import { verificationEnded } from '../../evidence/facts.ts'
import { importFinished } from '../../imports/kept/facts.ts'
import { defineJob } from '../../platform/jobs/definition.ts'
import { reportFinished } from '../../reports/facts.ts'

// What is heard is told to people within seconds, so little time passes between two tries.
const TRIES = { retries: 20, backoff_ms: 1_000, backoff_ms_max: 60_000 }

export const hearMovesJob = defineJob({
  name: 'notifications.moves',
  payload: documentsMoved.payload.pick({ history_ids: true }),
  ...TRIES,
})

export const hearNotesJob = defineJob({
  name: 'notifications.notes',
  payload: documentsNoted.payload.pick({ document_ids: true }),
  ...TRIES,
})

export const hearRequestJob = defineJob({
  name: 'notifications.request',
  payload: requestMoved.payload.pick({ request_id: true }),
  ...TRIES,
})

export const hearImportJob = defineJob({
  name: 'notifications.import',
  payload: importFinished.payload,
  ...TRIES,
})

export const hearReportJob = defineJob({
  name: 'notifications.report',
  payload: reportFinished.payload,
  ...TRIES,
})

export const hearAccessJob = defineJob({
  name: 'notifications.access',
  payload: accessChanged.payload,
  ...TRIES,
})

export const hearVerificationJob = defineJob({
  name: 'notifications.verification',
  payload: verificationEnded.payload,
  ...TRIES,
})

/** Every few minutes: what time alone changes. */
export const lookAgainJob = defineJob({
  name: 'notifications.look-again',
  payload: z.object({}),
  policy: 'singleton',
})

/** Every morning: signing certificates that end soon. */
export const lookAtCertificatesJob = defineJob({
  name: 'notifications.certificates',
  payload: z.object({}),
  policy: 'singleton',
})
