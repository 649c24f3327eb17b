import { own } from '#codes/own.ts'
import { startSimulator } from './start.ts'
import { JournalFailure } from './world/failure.ts'
import { ANSWER_SHAPES, type Shape } from './world/records.ts'

/** The whole number in an environment variable, or the fallback when it is unset. */
const number = (name: string, fallback: number): number => {
  const text = own(process.env, name)
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  throw new Error(`${name} must be a whole number, not ${JSON.stringify(text)}`)
}

/** The shape in an environment variable; recorded when it is unset. */
const shape = (name: string): Shape => {
  const text = own(process.env, name) || 'recorded'
  const known = ANSWER_SHAPES.find((one) => one === text)
  if (known) return known
  throw new Error(`${name} must be one of ${ANSWER_SHAPES.join(', ')}, not ${JSON.stringify(text)}`)
}

const simulator = await startSimulator({
  port: number('SIMULATOR_PORT', 8090),
  host: process.env.SIMULATOR_HOST || '127.0.0.1',
  data_dir: process.env.SIMULATOR_DATA_DIR || './data/simulator',
  validation_delay_ms: number('SIMULATOR_VALIDATION_DELAY_MS', 1500),
  rate_limits: process.env.SIMULATOR_RATE_LIMITS !== 'off',
  shape: shape('SIMULATOR_SHAPE'),
}).catch((error: unknown) => {
  if (!(error instanceof JournalFailure)) throw error
  // For the operator to mend: the sentence says all there is to know.
  console.error(error.message)
  process.exit(1)
})

const stop = async (): Promise<void> => {
  await simulator.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

console.log(JSON.stringify({ listening: simulator.url }))
