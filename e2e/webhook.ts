import { callAs } from './people.ts'

/** A webhook of the demo's web shop, told something. Its name leads to this machine, which is never called. */
export const haveWebhook = async (): Promise<string> => {
  const { get, post } = await callAs('devi')
  const keys = await (await get('/api/v1/api-keys/?name=Web%20shop')).json()
  const [{ id: api_key_id }] = (keys as { results: [{ id: string }] }).results
  const hook = { url: 'https://localhost:9/', description: 'Order status', events: [] }
  const made = await post('/api/v1/webhooks/', { ...hook, api_key_id })
  const { id } = (await made.json()) as { id: string }
  await post(`/api/v1/webhooks/${id}/test/`, {})
  return id
}
