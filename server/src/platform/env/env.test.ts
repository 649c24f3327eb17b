import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('the settings', () => {
  it('have defaults for everything but the secrets', () => {
    expect(readEnv({}, [])).toEqual({
      port: 8080,
      host: '0.0.0.0',
      simulator_port: 8090,
      simulator_url: 'http://127.0.0.1:8090',
      data_dir: resolve('data'),
      database_url: undefined,
      demo_password: undefined,
      roles: new Set(['web', 'worker']),
      public_url: 'http://localhost:8080',
      secret_key: undefined,
      metrics_token: undefined,
      log_level: 'info',
    })
  })

  it('follow the ports they are given, and take an empty variable as unset', () => {
    const env = readEnv({ PORT: '9000', SIMULATOR_PORT: '9001', DATABASE_URL: '' }, ['--roles=worker'])
    expect(env.public_url).toBe('http://localhost:9000')
    expect(env.simulator_url).toBe('http://127.0.0.1:9001')
    expect(env.database_url).toBeUndefined()
    expect([...env.roles]).toEqual(['worker'])
    expect(Object.isFrozen(env)).toBe(true)
  })

  it.each([
    [{ PORT: '80a' }, 'PORT must be a whole number'],
    [{ SIMULATOR_PORT: '70000' }, 'SIMULATOR_PORT must be a whole number'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address starting with postgres://'],
    [{ PUBLIC_URL: 'lulus' }, 'PUBLIC_URL must be an address starting with http://'],
    [{ SECRET_KEY: 'abc' }, 'SECRET_KEY must be 64 hexadecimal digits'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have 16 to 200'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have 8'],
  ])('refuse %o by naming the variable', (source, sentence) => {
    expect(() => readEnv(source, [])).toThrow(sentence)
  })

  it('refuse unknown roles', () => {
    expect(() => readEnv({}, ['--roles=web,cook'])).toThrow('--roles must be')
    expect(() => readEnv({}, ['--roles='])).toThrow('--roles must be')
  })
})
