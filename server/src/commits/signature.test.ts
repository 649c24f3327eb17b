import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isFromGithub, isFromGitlab, SIGNED_AGO_MS_MAX } from './signature.ts'

const now = new Date('2026-11-22T04:00:00Z')
const deliver = (body: string, headers: Record<string, string>) => ({
  ...{ headers, now },
  body_bytes: Buffer.from(body),
})

/** The example of GitHub's page on validating webhook deliveries. */
const VECTOR = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
}

test('a delivery of GitHub is known as GitHub documents it', () => {
  const { secret, body, signature } = VECTOR
  const signed = (text: string, header: string) => deliver(text, { 'x-hub-signature-256': header })
  expect(isFromGithub(signed(body, signature), secret)).toBe(true)
  for (const [text, header, key] of [
    ['Hello, World?', signature, secret],
    [body, signature.slice(0, -1), secret],
    [body, signature.replace('sha256', 'sha1'), secret],
    [body, '', secret],
    [body, signature, `${secret}!`],
  ] as const)
    expect(isFromGithub(signed(text, header), key), `${text} ${header}`).toBe(false)
  expect(isFromGithub(deliver(body, {}), secret)).toBe(false)
})

const SECRET = 'a secret of enough letters'

test('a delivery of GitLab says its token', () => {
  expect(isFromGitlab(deliver('{}', { 'x-gitlab-token': SECRET }), SECRET)).toBe(true)
  for (const token of ['', SECRET.slice(1), `${SECRET}x`, SECRET.toUpperCase()])
    expect(isFromGitlab(deliver('{}', { 'x-gitlab-token': token }), SECRET), token).toBe(false)
})

const sign = (key: string | Buffer, at: Date) => {
  const [id, timestamp] = ['msg_1', String(Math.floor(at.getTime() / 1_000))]
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.{}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('a delivery that GitLab signs is known by its signature alone, for five minutes', () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  const token = `whsec_${key.toString('base64')}`
  const signed = sign(key, now)
  const others = `v1,AAAA ${signed['webhook-signature']} v2,BBBB`
  expect(isFromGitlab(deliver('{}', signed), token)).toBe(true)
  expect(isFromGitlab(deliver('{}', { ...signed, 'webhook-signature': others }), token)).toBe(true)
  expect(isFromGitlab(deliver('{}', sign(SECRET, now)), SECRET)).toBe(true)
  for (const [body, headers] of [
    ['{ }', signed],
    ['{}', { ...signed, 'webhook-id': 'msg_2' }],
    ['{}', { ...signed, 'webhook-timestamp': `${signed['webhook-timestamp']}0` }],
    ['{}', { ...signed, 'webhook-timestamp': 'now' }],
    ['{}', { ...signed, 'webhook-signature': 'v1,' }],
    ['{}', { ...signed, 'webhook-signature': 'v1,AAAA', 'x-gitlab-token': token }],
    ['{}', sign(key, new Date(now.getTime() - SIGNED_AGO_MS_MAX - 1_000))],
    ['{}', sign(key, new Date(now.getTime() + SIGNED_AGO_MS_MAX + 1_000))],
  ] as const)
    expect(isFromGitlab(deliver(body, headers), token), JSON.stringify(headers)).toBe(false)
})
