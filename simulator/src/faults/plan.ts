/** The calls that can be troubled. */
export const FAULTY_CALLS = [
  'token',
  'submit',
  'submission',
  'raw',
  'details',
  'state',
  'search',
  'recent',
  'validate',
  'search-tin',
  'qr',
  'notifications',
  'document-types',
] as const
export type FaultyCall = (typeof FAULTY_CALLS)[number]

/** Faults that happen instead of the call: nothing is stored. */
export const FAULTS_BEFORE = [
  'refuse',
  'reset-before',
  '200-html',
  '302',
  '401',
  '403',
  '403-html',
  '404-html',
  '413',
  '422-duplicate',
  '429',
  '429-no-retry-after',
  '500',
  '502-html',
  '503',
] as const
export type FaultBefore = (typeof FAULTS_BEFORE)[number]

/** Faults that spoil the answer of a call which was carried out. */
export const FAULTS_AFTER = [
  'reset-mid-body',
  'accepted-then-silence',
  '504-after-accept',
  'slow',
  'empty-200',
  'truncated-json',
  'wrong-shape',
  'unknown-status',
  'foreign-number',
  'repeated-number',
  'no-submission-uid',
  'huge-body',
] as const
export type FaultAfter = (typeof FAULTS_AFTER)[number]

export type Fault = FaultBefore | FaultAfter
export type PlannedFault = { call: FaultyCall; fault: Fault; times: number }

/** The faults still to happen, oldest first per call. */
export type FaultPlan = {
  add(planned: PlannedFault): void
  /** Takes the next fault of a call off the plan. */
  take(call: string): Fault | undefined
  /** Plans a fault again which found nothing to spoil, before all others of its call. */
  giveBack(call: string, fault: Fault): void
  clear(): void
  list(): PlannedFault[]
}

/** An empty plan. */
export const createFaultPlan = (): FaultPlan => {
  let planned: PlannedFault[] = []
  return {
    add: (one) => {
      planned.push({ ...one })
    },
    take: (call) => {
      const next = planned.find((one) => one.call === call)
      if (!next) return undefined
      next.times -= 1
      planned = planned.filter((one) => one.times > 0)
      return next.fault
    },
    giveBack: (name, fault) => {
      const call = FAULTY_CALLS.find((one) => one === name)
      if (call) planned = [{ call, fault, times: 1 }, ...planned]
    },
    clear: () => {
      planned = []
    },
    list: () => planned.map((one) => ({ ...one })),
  }
}
