import { describe, expect, it } from 'vitest'
import { createWorld, PASSWORD } from '../../test/world.ts'

const world = await createWorld()
const PATH = '/api/v1/auth/login/'
const given = (more: object = {}) => ({ username: 'aminah', password: PASSWORD, auth_type: 'django', ...more })

describe('signing in', () => {
  it('answers a token that works, for the username and for the e-mail address in any case', async () => {
    for (const username of ['aminah', 'AMINAH@lulus.example', ' Aminah ']) {
      const { status, body } = await world.as('nobody').post(PATH, given({ username }))
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['token'])
      const profile = await world
        .as('nobody')
        .get('/api/v1/user-profile/', { headers: { authorization: `Token ${body.token}` } })
      expect(profile.body.username).toBe('aminah')
    }
  })
})
