import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import { ProblemError } from '#domain/problems.ts'
import type { Log } from '../platform/log/log.ts'
import { createFairQueue, type FairQueue } from '../platform/turns/fair-queue.ts'
import type { PdfOrder } from './compile.ts'
import { type PdfInput, toPdfFields } from './document.ts'
import { readLogo } from './logo.ts'
import type { PdfAnswer } from './worker.ts'

export type PdfRenderer = {
  /**
   * The PDF of a document, for one person among others. The document is read when it is its turn, so that a hundred
   * that wait cost nobody anything. Throws what `read` does, too_many when this person has too many waiting, and
   * unavailable when all together have, when it waits for too long or takes too long.
   */
  render(read: () => Promise<PdfInput>, person: string): Promise<Buffer>
  close(): Promise<void>
}

const PERSON_MAX = 50
const ALL_MAX = 100
/** Waiting and printing together stay below the minute after which proxies give up. */
const WAIT_MS_MAX = 30_000
/** The longest document takes a few seconds; beyond this something is wrong. */
const RENDER_MS_MAX = 20_000
const RETRY_AFTER_S = 5
const CROWDED = 'Too many PDFs are being made right now.'

type Job = {
  read(): Promise<PdfInput>
  resolve(pdf: Buffer): void
  reject(reason: unknown): void
  /** Ends the waiting, later the printing. */
  timer: NodeJS.Timeout | undefined
}
/** The worker and what it is busy with; a worker lost with a job open is replaced by the next job. */
type Press = { worker: Worker; job: Job | null }

export type PdfRendererOptions = {
  log: Log
  person_max?: number
  all_max?: number
  wait_ms_max?: number
  render_ms_max?: number
  /** The program of the thread; another one only in tests that need it to crash or to hang. */
  program?: URL
}

/** Prints documents one at a time in a thread of its own, which is started at the first one. */
export const createPdfRenderer = (options: PdfRendererOptions): PdfRenderer => {
  const { log, wait_ms_max = WAIT_MS_MAX, render_ms_max = RENDER_MS_MAX } = options
  const { person_max = PERSON_MAX, all_max = ALL_MAX } = options
  const program = options.program ?? new URL('./worker.ts', import.meta.url)
  const waiting = createFairQueue<Job>({ person_max, all_max })
  let press: Press | null = null
  let closed = false

  const next = () => {
    if (press?.job || closed) return
    const job = waiting.next()
    if (!job) return press?.worker.unref()
    const current = press ?? openPress()
    press = current
    current.job = job
    current.worker.ref()
    clearTimeout(job.timer)
    job.timer = setTimeout(() => lose(current, busy('The PDF took too long.')), render_ms_max)
    handOver(current, job).catch((error: unknown) => {
      if (current.job !== job) return
      release(current)?.reject(error)
      next()
    })
  }

  const openPress = (): Press => {
    const opened: Press = { worker: new Worker(program), job: null }
    opened.worker.on('message', (answer: PdfAnswer) => settle(opened, answer))
    opened.worker.on('error', (error) => lose(opened, error))
    opened.worker.on('exit', (code) => lose(opened, new Error(`The PDF thread ended with code ${code}.`)))
    return opened
  }

  const settle = (current: Press, answer: PdfAnswer) => {
    const job = release(current)
    if (!job) return
    if ('pdf' in answer) job.resolve(Buffer.from(answer.pdf.buffer))
    else job.reject(new Error(`The PDF could not be typeset: ${answer.failure}`))
    next()
  }

  const lose = (current: Press, reason: Error) => {
    if (press !== current) return
    press = null
    log.error({ err: reason }, 'the PDF thread is replaced')
    release(current)?.reject(reason)
    // Native code cannot be interrupted: the thread ends when it returns, and nobody waits for that.
    void current.worker.terminate()
    next()
  }

  return {
    render: (read, person) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(busy('The server is stopping.'))
        // Its turn comes in the course of somebody else's request.
        const job: Job = { read: AsyncLocalStorage.bind(read), resolve, reject, timer: undefined }
        admit(waiting, job, { person, person_max, wait_ms_max })
        next()
      }),
    close: async () => {
      closed = true
      const last = press
      press = null
      const left = [last && release(last), ...waiting.drain()]
      for (const job of left) job?.reject(busy('The server is stopping.'))
      await last?.worker.terminate()
    },
  }
}

type Wish = { person: string; person_max: number; wait_ms_max: number }

/** Lets a job wait for its turn, at most so long, or refuses it. */
const admit = (waiting: FairQueue<Job>, job: Job, { person, person_max, wait_ms_max }: Wish) => {
  const place = waiting.add(person, job)
  if (place === 'own line full') return job.reject(tooMany(person_max))
  if (place === 'full') return job.reject(busy(CROWDED))
  job.timer = setTimeout(() => {
    waiting.remove(job)
    job.reject(busy(CROWDED))
  }, wait_ms_max).unref()
}

/** Reads the document and gives it to the thread, unless it was given up meanwhile. */
const handOver = async (press: Press, job: Job): Promise<void> => {
  const input = await job.read()
  if (press.job === job) press.worker.postMessage(toOrder(input))
}

const toOrder = (input: PdfInput): PdfOrder => ({
  fields: toPdfFields(input),
  logo: readLogo(input.logo),
  signed_xml: input.signed_xml,
  created_s: Math.floor(input.generated_at.getTime() / 1000),
})

const release = (press: Press): Job | null => {
  const { job } = press
  clearTimeout(job?.timer)
  press.job = null
  return job
}

const tooMany = (person_max: number) =>
  new ProblemError({
    kind: 'too_many',
    code: 'too_many',
    message: `You have ordered ${person_max} PDFs that are not made yet. Please wait for them.`,
    retry_after_s: RETRY_AFTER_S,
  })

const busy = (message: string) =>
  new ProblemError({
    kind: 'unavailable',
    code: 'pdf_unavailable',
    message: `${message} Please try again in a moment.`,
    retry_after_s: RETRY_AFTER_S,
  })
