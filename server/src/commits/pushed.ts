import { z } from 'zod'
import { cutText } from '#domain/text/cut.ts'
import { readAs } from '../platform/http/read-input.ts'

/** A commit as it is kept. */
export type NewCommit = {
  commit_id: string
  /** Empty where there is none that may be followed. */
  commit_url: string
  at: Date
  author_name: string
  added_files: string[]
  removed_files: string[]
  modified_files: string[]
  files_left_out: number
}

/** What GitHub and GitLab alike say of a push (their pages on webhook events and payloads); all else is passed over. */
const Push = z.object({
  ref: z.string().max(500),
  repository: z
    .object({ default_branch: z.string().max(500) })
    .partial()
    .optional(),
  project: z
    .object({ default_branch: z.string().max(500) })
    .partial()
    .optional(),
  commits: z
    .array(
      z.object({
        id: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'Not a commit id.'),
        url: z.string().optional(),
        timestamp: z.string().max(50),
        author: z.object({ name: z.string() }).partial().nullish(),
        added: z.array(z.string()).nullish(),
        removed: z.array(z.string()).nullish(),
        modified: z.array(z.string()).nullish(),
      }),
    )
    .max(2_048, 'A push may have at most 2,048 commits.')
    .optional(),
})

/** The commits of a push to the main branch; none of a push to another one. Throws invalid_fields. */
export const commitsOf = (body: unknown): NewCommit[] => {
  const { ref, repository, project, commits = [] } = readAs(Push, body)
  const main = repository?.default_branch ?? project?.default_branch
  if (main !== undefined && ref !== `refs/heads/${main}`) return []
  return commits.map(({ id, url = '', timestamp, author, added, removed, modified }) =>
    asKept({
      commit_id: id,
      commit_url: safeUrl(url),
      at: instantOf(timestamp),
      author_name: author?.name ?? '',
      added_files: added ?? [],
      removed_files: removed ?? [],
      modified_files: modified ?? [],
    }),
  )
}

const FILES_KEPT = 100
const NAME_CHARS_MAX = 200
const PATH_CHARS_MAX = 300

/** A commit with no more of it than is kept, and nothing that cannot be. */
export const asKept = (commit: Omit<NewCommit, 'files_left_out'>): NewCommit => {
  const kept = (paths: readonly string[]) =>
    paths.slice(0, FILES_KEPT).map((path) => plain(path, PATH_CHARS_MAX))
  const lists = [commit.added_files, commit.removed_files, commit.modified_files]
  return {
    ...commit,
    author_name: plain(commit.author_name, NAME_CHARS_MAX),
    added_files: kept(commit.added_files),
    removed_files: kept(commit.removed_files),
    modified_files: kept(commit.modified_files),
    files_left_out: lists.reduce((sum, { length }) => sum + Math.max(0, length - FILES_KEPT), 0),
  }
}

/** Without characters that PostgreSQL cannot hold, or that nobody sees. */
const plain = (text: string, length_max: number) =>
  cutText(text.replace(/[\p{Cc}\p{Cs}]/gu, ' '), length_max).trim()

const URL_CHARS_MAX = 500

/** An address that a browser may follow without running anything: http or https, no name or password in it. */
const safeUrl = (text: string): string => {
  if (text.length > URL_CHARS_MAX || !URL.canParse(text)) return ''
  const url = new URL(text)
  const known = url.protocol === 'https:' || url.protocol === 'http:'
  return known && url.username === '' && url.password === '' ? url.href : ''
}

const instantOf = (timestamp: string): Date => {
  const at = new Date(timestamp)
  // PostgreSQL holds all that JavaScript does; a year of six digits is nobody's commit.
  const sound = !Number.isNaN(at.getTime()) && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() < 2200
  return sound ? at : new Date(0)
}
