import { Worker } from 'node:worker_threads'
import type { Pkcs12Answer, Pkcs12File } from './certificate.ts'

const MS_MAX = 20_000
const TOO_LONG = 'This file takes too long to open. Please export the certificate anew.'

/**
 * Reads a PKCS#12 file in a thread of its own, which is ended after `ms_max`: how often its password is hashed is said
 * by the file, and one that says a million millions would stop the server for good.
 */
export const readPkcs12Apart = async (file: Pkcs12File, ms_max = MS_MAX): Promise<Pkcs12Answer> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: file })
  const answered = Promise.withResolvers<Pkcs12Answer>()
  worker.once('message', answered.resolve).once('error', answered.reject)
  const timer = setTimeout(() => answered.resolve({ ok: false, why: TOO_LONG }), ms_max)
  try {
    return await answered.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
