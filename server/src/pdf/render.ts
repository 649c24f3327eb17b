import { Worker } from 'node:worker_threads'
import { ProblemError } from '#domain/problems.ts'
import type { Log } from '../platform/log/log.ts'
import type { PdfOrder } from './compile.ts'
import { type PdfInput, toPdfFields } from './document.ts'
import { readLogo } from './logo.ts'
import type { PdfAnswer } from './worker.ts'

export type PdfRenderer = {
  /** The PDF of a document. 503 `unavailable` when too many wait or this one takes too long. */
  render(input: PdfInput): Promise<Buffer>
  close(): Promise<void>
}

const QUEUE_MAX = 50
/** One document of 1,000 lines takes about a second; beyond this something is wrong. */
const RENDER_MS_MAX = 20_000
const RETRY_AFTER_S = 5

type Job = { order: PdfOrder; resolve(pdf: Buffer): void; reject(reason: Error): void }
/** The worker and what it is busy with; a worker lost with a job open is replaced by the next job. */
type Press = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | undefined }

export type PdfRendererOptions = {
  log: Log
  queue_max?: number
  render_ms_max?: number
  /** The program of the thread; another one only in tests that need it to crash or to hang. */
  program?: URL
}

/** Prints documents one at a time in a thread of its own, which is started at the first one. */
export const createPdfRenderer = (options: PdfRendererOptions): PdfRenderer => {
  const { log, queue_max = QUEUE_MAX, render_ms_max = RENDER_MS_MAX } = options
  const program = options.program ?? new URL('./worker.ts', import.meta.url)
  const waiting: Job[] = []
  let press: Press | null = null
  let closed = false

  const next = () => {
    if (press?.job || closed) return
    const job = waiting.shift()
    if (!job) return press?.worker.unref()
    const current = press ?? openPress()
    press = current
    current.job = job
    current.worker.ref()
    current.timer = setTimeout(() => lose(current, busy('The PDF took too long.')), render_ms_max)
    current.worker.postMessage(job.order)
  }

  const openPress = (): Press => {
    const opened: Press = { worker: new Worker(program), job: null, timer: undefined }
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
    render: (input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(busy('The server is stopping.'))
        if (waiting.length >= queue_max) return reject(busy('Too many PDFs are being made right now.'))
        waiting.push({ order: toOrder(input), resolve, reject })
        next()
      }),
    close: async () => {
      closed = true
      const last = press
      press = null
      const open = [last && release(last), ...waiting.splice(0)]
      for (const job of open) job?.reject(busy('The server is stopping.'))
      await last?.worker.terminate()
    },
  }
}

const toOrder = (input: PdfInput): PdfOrder => ({
  fields: toPdfFields(input),
  logo: readLogo(input.logo),
  signed_xml: input.signed_xml,
  created_s: Math.floor(input.generated_at.getTime() / 1000),
})

const release = (press: Press): Job | null => {
  const { job } = press
  clearTimeout(press.timer)
  press.job = null
  return job
}

const busy = (message: string) =>
  new ProblemError({
    kind: 'unavailable',
    code: 'pdf_unavailable',
    message: `${message} Please try again in a moment.`,
    retry_after_s: RETRY_AFTER_S,
  })
