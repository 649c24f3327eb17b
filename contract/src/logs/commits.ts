import { z } from 'zod'
import { endpoint, open, superadmin } from '../endpoint.ts'
import { instant, logAfter, logOf, pageSize } from '../fields.ts'

const Commit = z.object({
  id: z.string(),
  commit_id: z.string(),
  /** An address of http or https; empty where none is known. */
  commit_url: z.string(),
  timestamp: instant,
  /** Empty where nobody is named. */
  author_name: z.string(),
  /** Paths in the code, the first hundred of each. */
  added_files: z.array(z.string()),
  removed_files: z.array(z.string()),
  modified_files: z.array(z.string()),
  /** How many more paths there were, of all three kinds. */
  files_left_out: z.int(),
})
export type Commit = z.infer<typeof Commit>

const told = z.object({ stored: z.int() })
const webhook = { method: 'POST', access: open, changes: ['commits.list'], reply: told } as const

/** What was changed in the code of the portal, on its main branch. */
export const commits = {
  /** The newest first. */
  list: endpoint({
    id: 'commits.list',
    method: 'GET',
    path: '/api/v1/git-logs/',
    access: superadmin,
    query: z.object({ after: logAfter, page_size: pageSize(50, 200) }),
    reply: logOf(Commit),
  }),
  /**
   * Where GitHub delivers pushes: `X-Hub-Signature-256` over the body as it came. 404 without a secret, 401 for whoever
   * does not know it. Answers how many commits were new.
   */
  github: endpoint({ id: 'commits.github', path: '/api/v1/git-logs/github/', ...webhook }),
  /** Where GitLab does: `webhook-signature` where it signs, else `X-Gitlab-Token`. */
  gitlab: endpoint({ id: 'commits.gitlab', path: '/api/v1/git-logs/gitlab/', ...webhook }),
}
