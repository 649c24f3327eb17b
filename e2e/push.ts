/** A push of GitHub's shape, signed with the secret that the settings hold for its time. */
import { createHmac } from 'node:crypto'
import { ownProduct } from './own-product.ts'
import { callAs } from './people.ts'

const SECRET = 'correct-horse-battery'

export const push = async (commits: readonly object[]) => {
  const { put } = await callAs('devi')
  const setSecret = (value: string) => put('/api/v1/configuration/settings/commits.webhook_key/', { value })
  const set = await setSecret(SECRET)
  if (!set.ok) throw new Error(`The secret was not taken: ${await set.text()}`)
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    repository: { default_branch: 'main' },
    commits,
  })
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  const headers = {
    ...{ 'content-type': 'application/json', 'x-github-event': 'push' },
    'x-hub-signature-256': `sha256=${signature}`,
  }
  // Another process of the product may hold the old settings for two seconds; here web and worker are one.
  const answer = await fetch(new URL('/api/v1/git-logs/github/', ownProduct().url), {
    method: 'POST',
    headers,
    body,
  })
  if (!answer.ok) throw new Error(`The push was refused: ${answer.status} ${await answer.text()}`)
  await setSecret('')
}
