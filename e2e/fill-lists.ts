import { vi } from 'vitest'
import { salesFile } from './import-file.ts'
import { callAs } from './people.ts'
import { push } from './push.ts'
import { haveWebhook } from './webhook.ts'

/** Rows for the lists that have none from the start. */
export const fillLists = async () => {
  await haveMail()
  await haveMessage()
  await haveUpload()
  await haveDefect()
  await push([{ id: 'a'.repeat(40), timestamp: '2026-11-20T04:00:00Z', author: { name: 'Aminah Yusof' } }])
  await haveWebhook()
  await haveReport()
}

const haveMail = async () => {
  const { get, post } = await callAs('devi')
  await post('/api/v1/users/reset_password/', { email: 'gita@lulus.example' })
  const count = async () => ((await (await get('/api/v1/mails/')).json()) as { count: number }).count
  await vi.waitUntil(async () => (await count()) > 0, { timeout: 30_000 })
}

/** Not active, or it would stand on everybody's dashboard. */
const haveMessage = async () => {
  const { post } = await callAs('devi')
  const message = { title: 'Office closed on Monday', content: 'Deepavali.' }
  await post('/api/v1/notifications/broadcast-messages/', { ...message, is_active: false })
}

const haveDefect = async () => {
  const { post } = await callAs('devi')
  const defect_description = 'The list of documents does not remember how it was sorted.'
  await post('/einvoice/api/v1/support/defects/', { defect_description, severity: 'critical' })
}

const haveUpload = async () => {
  const { upload } = await callAs('devi')
  await upload('/api/v1/imports/', new File([salesFile('LIST-', 40)], 'jualan.csv'))
}

const haveReport = async () => {
  const { post } = await callAs('devi')
  await post('/api/v1/notifications/reports/', { report_type: 'adhoc', filters: { status: 'All' } })
}
