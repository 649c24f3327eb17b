import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asKept, type NewCommit } from './pushed.ts'

const run = promisify(execFile)

const COMMITS_MAX = 500
const READING_MS_MAX = 10_000
const OUTPUT_BYTES_MAX = 16_777_216

/** Fixed: nothing of it comes from anybody. What a configuration might start (a pager, gpg, a monitor) is off. */
const ARGUMENTS = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false'],
  ...[
    'log',
    `--max-count=${COMMITS_MAX}`,
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--name-status',
    '-z',
  ],
  '--format=%x01%H%x00%cI%x00%an%x00',
]

/**
 * The last commits of the checkout in this folder, without an address; none where the folder is no checkout, or no git
 * is there to read it.
 */
export const readHistory = async (folder: string): Promise<NewCommit[]> => {
  if (!existsSync(join(folder, '.git'))) return []
  const options = {
    cwd: folder,
    timeout: READING_MS_MAX,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_BYTES_MAX,
    // No variable of ours may point git elsewhere, and it may ask nobody anything.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C.UTF-8' },
  } as const
  const { stdout } = await run('git', ARGUMENTS, options).catch(() => ({ stdout: '' }))
  return commitsIn(stdout)
}

/** Reads what `git log` printed: behind each mark id, instant and author, then a letter and a path for each file. */
const commitsIn = (printed: string): NewCommit[] =>
  printed
    .split('\x01')
    .slice(1)
    .flatMap((part) => {
      const [commit_id = '', committed = '', author_name = '', ...rest] = part.split('\0')
      const at = new Date(committed)
      if (!/^[0-9a-f]{40,64}$/.test(commit_id) || Number.isNaN(at.getTime())) return []
      return asKept({
        commit_id,
        commit_url: '',
        at,
        author_name,
        ...filesIn(rest.filter((one) => one.trim())),
      })
    })

const filesIn = (rest: readonly string[]) => {
  const pairs = Array.from({ length: Math.floor(rest.length / 2) }, (_, i) => ({
    letter: (rest[2 * i] ?? '').trim().charAt(0),
    path: rest[2 * i + 1] ?? '',
  }))
  const having = (...letters: string[]) =>
    pairs.filter(({ letter }) => letters.includes(letter)).map(({ path }) => path)
  return { added_files: having('A'), removed_files: having('D'), modified_files: having('M', 'T') }
}
