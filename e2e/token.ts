import type { Product } from './product.ts'

/** Signs in as a program does. */
export const tokenOf = async (person: string, { url, password }: Product): Promise<string> => {
  const answer = await fetch(new URL('/api/v1/auth/login/', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${person}@lulus.example`, password, auth_type: 'django' }),
  })
  if (!answer.ok) throw new Error(`${person} cannot sign in: ${answer.status} ${await answer.text()}`)
  // The answer of the sign-in, as the contract has it.
  return ((await answer.json()) as { token: string }).token
}
