import { vi } from 'vitest'
import { salesFile } from './import-file.ts'
import { callAs } from './people.ts'

/** Rows for the lists that have none from the start. */
export const fillLists = async () => {
  await haveMail()
  await haveMessage()
  await haveUpload()
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

const haveUpload = async () => {
  const { upload } = await callAs('devi')
  await upload('/api/v1/imports/', new File([salesFile('LIST-', 40)], 'jualan.csv'))
}
