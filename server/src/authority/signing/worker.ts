/** A thread that reads one file (`read-apart.ts`). */
import { parentPort, workerData } from 'node:worker_threads'
import { type Pkcs12File, readPkcs12 } from './certificate.ts'

// `as`: whoever starts it sends nothing else.
const { bytes, password } = workerData as Pkcs12File

parentPort?.postMessage(readPkcs12(bytes, password))
