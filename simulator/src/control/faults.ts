import { type Answer, badArgument, ok, type Request, readJsonObject } from '../calls/wire/answer.ts'
import { FAULTS_AFTER, FAULTS_BEFORE, FAULTY_CALLS, type FaultPlan } from '../faults/plan.ts'

const TIMES_MAX = 100_000

/** `GET /_sim/faults`: the names, and what is still planned: what has not happened yet. */
export const listFaults = (plan: FaultPlan) => (): Answer =>
  ok({ calls: FAULTY_CALLS, faults: [...FAULTS_BEFORE, ...FAULTS_AFTER], planned: plan.list() })

/**
 * `POST /_sim/faults {call, fault, times?}`: the next `times` requests (default 1) of that call in which the
 * fault can make a difference meet it.
 */
export const planFault =
  (plan: FaultPlan) =>
  ({ body }: Request): Answer => {
    const fields = readJsonObject(body) ?? {}
    const call = FAULTY_CALLS.find((one) => one === fields.call)
    const fault = [...FAULTS_BEFORE, ...FAULTS_AFTER].find((one) => one === fields.fault)
    const times = fields.times ?? 1
    if (!call) return badArgument('call', `call must be one of ${FAULTY_CALLS.join(', ')}`)
    if (!fault) return badArgument('fault', 'Unknown fault; GET /_sim/faults lists them')
    const whole = typeof times === 'number' && Number.isInteger(times)
    if (!whole || times < 1 || times > TIMES_MAX) return badArgument('times', 'times must be 1 to 100000')
    plan.add({ call, fault, times })
    return ok({ planned: plan.list() })
  }

/** `DELETE /_sim/faults`: no more trouble. */
export const clearFaults = (plan: FaultPlan) => (): Answer => {
  plan.clear()
  return ok({ planned: [] })
}
