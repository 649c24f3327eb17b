import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const Started = z.object({ listening: z.string() })

export type Program = { url: string; process: ChildProcess }

/** Starts a program of ours that says in its first line where it listens. Throws when it says anything else. */
export const startProgram = async (path: string, env: Record<string, string> = {}): Promise<Program> => {
  const started = spawn(process.execPath, [join(ROOT, path)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(started.stdout, 'data')
  return { url: Started.parse(JSON.parse(String(line))).listening, process: started }
}
