/** The typesetter's own thread: one order in, one answer out, so that a long document never stops the server. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { openCompiler, type PdfOrder } from './compile.ts'

export type PdfAnswer = { pdf: Uint8Array<ArrayBuffer> } | { failure: string }

// Whoever looks at a list goes first. It is this thread's alone on Linux; elsewhere it would be the server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const compile = openCompiler()

parentPort?.on('message', (order: PdfOrder) => {
  const answer = print(order)
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : [])
})

const print = (order: PdfOrder): PdfAnswer => {
  try {
    return { pdf: new Uint8Array(compile(order)) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
