import { existsSync, globSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../src/platform/env/env.ts'
import { CLOSING_MS_MAX } from '../src/platform/http/app.ts'
import { addHealth } from '../src/platform/http/health.ts'
import { STOPPING_MS_MAX } from '../src/platform/jobs/runner.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')

/** What a process still does once its answers and jobs are over: it closes its connections. */
const LAST_MS = 10_000

const sources = globSync('server/src/platform/env/*-env.ts', { cwd: ROOT })
/** The variables that the program knows. */
const KNOWN = new Set(
  ['server/src/platform/env/env.ts', ...sources].flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name = '']) => name,
    ),
  ),
)
/** What stands in capitals there to be changed, as somebody would. */
const filledIn = (text: string) =>
  text
    .replace('SIXTY_FOUR_HEXADECIMAL_DIGITS', 'c0'.repeat(32))
    .replace('ADDRESS_OF_THE_PROXY', '10.0.0.7')
    .replace('ADDRESSES_OF_THE_INGRESS', '10.0.0.7, 10.0.1.0/24')
    .replace('YOUR HOST', 'lulus.example')
    .replace('SIXTEEN LETTERS OR MORE', 'figures-of-lulus-1')

const settings = new Map(
  [...read('ha/lulus.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    filledIn(value),
  ]),
)

describe('deploy/ha', () => {
  const proxy = read('ha/haproxy.cfg')
  const portOf = (section: string) =>
    new RegExp(`^listen ${section}\\n  bind 127\\.0\\.0\\.1:(\\d+)`, 'm').exec(proxy)?.[1]

  it('sets what the program reads, and nothing else', () => {
    expect([...settings.keys()].filter((name) => !KNOWN.has(name))).toEqual([])
    const env = readEnv(Object.fromEntries(settings), ['--roles=web'])
    expect(env.demo).toBe(false)
    // What is left as it is shipped is refused, but for the passwords, which the database refuses.
    const shipped = Object.fromEntries(
      [...read('ha/lulus.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, n = '', v]) => [n, v]),
    )
    expect(() => readEnv(shipped, ['--roles=web'])).toThrow(
      /PUBLIC_URL.*TRUSTED_PROXIES.*SECRET_KEY.*METRICS_TOKEN/,
    )
    expect(env.database_url).toContain(`127.0.0.1:${portOf('primary')}/`)
    expect(env.database_read_url).toContain(`127.0.0.1:${portOf('standbys')}/`)
  })

  it.each(['web', 'worker'])('starts the %s as the program wants to be started', (role) => {
    const unit = read(`ha/lulus-${role}.service`)
    const [, program = '', roles = ''] = /^ExecStart=\S+\/node (\S+) (\S+)$/m.exec(unit) ?? []
    expect(existsSync(join(ROOT, program))).toBe(true)
    expect([...readEnv({}, [roles]).roles]).toEqual([role])
    // A start without a primary ends with an error, and so does not last.
    expect(unit).toMatch(/^Restart=always$/m)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  })

  it('asks Patroni where it listens, for a database where it listens', () => {
    const patroni = read('ha/patroni.yml')
    const rest = /connect_address: ADDRESS:(\d+)\netcd3/.exec(patroni)?.[1]
    const database = /connect_address: ADDRESS:(\d+)\n {2}data_dir/.exec(patroni)?.[1]
    const servers = [...proxy.matchAll(/server db\d db\d:(\d+) check port (\d+)/g)]
    expect(servers).toHaveLength(6)
    for (const [, port, check] of servers) expect([port, check]).toEqual([database, rest])
    const number = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(patroni)?.[1])
    expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'))
  })
})

describe('deploy/single', () => {
  it('sets what the program reads, behind a proxy that it believes, and starts both roles', () => {
    const shipped = [...read('single/lulus.env').matchAll(/^([A-Z_]+)=(.*)$/gm)]
    expect(shipped.filter(([, name = '']) => !KNOWN.has(name))).toEqual([])
    const settings = shipped.map(([, name = '', value = '']) => [name, filledIn(value)])
    const unit = read('single/lulus.service')
    const [, program = '', roles = ''] = /^ExecStart=\S+\/node (\S+) (\S+)$/m.exec(unit) ?? []
    const env = readEnv(Object.fromEntries(settings), [roles])
    expect([...env.roles]).toEqual(['web', 'worker'])
    expect([env.host, env.trusted_proxies]).toEqual(['127.0.0.1', ['127.0.0.0/8', '::1']])
    expect(existsSync(join(ROOT, program))).toBe(true)
    // Else the database ends in the same moment, under all that is under way.
    expect(unit).toMatch(/^KillMode=mixed$/m)
    expect(read('single/Caddyfile')).toContain(`reverse_proxy 127.0.0.1:${env.port}`)
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
    expect(seconds * 1_000).toBeGreaterThanOrEqual(STOPPING_MS_MAX + LAST_MS)
    expect(() =>
      readEnv(Object.fromEntries(shipped.map(([, name, value]) => [name, value])), [roles]),
    ).toThrow(/PUBLIC_URL/)
  })
})

describe('what is told to whoever runs it as a service', () => {
  // Without the settings of the service it makes a second, empty Lulus with the demo company, which takes the port.
  const SECOND = /npm start/
  const part = (path: string, from: string, to: string) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    expect(text).toContain(from)
    return text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from) + 1))
  }

  it.each(['single', 'ha', 'kubernetes'])('in deploy/%s leads to no start without its settings', (folder) => {
    const told = read(`${folder}/README.md`)
    expect(told).not.toMatch(SECOND)
    expect(told).toMatch(/^A newer version: (?:.+\n)*.*`npm run build`|^A newer version is a new image/m)
  })

  it('after a restoration leads to none either', () => {
    const words = readFileSync(join(ROOT, 'server/src/operating/restore/restore.ts'), 'utf8')
    expect(words).not.toMatch(SECOND)
    expect(words).toContain('--roles=web')
    expect(readFileSync(join(ROOT, 'docs/backup.md'), 'utf8')).not.toMatch(SECOND)
  })

  it('of a newer version begins with how it was started', () => {
    const steps = part('README.md', '## A newer version', '## Commands')
    expect(steps).toMatch(/`npm start`/)
    expect(steps).toMatch(/systemctl start/)
    for (const folder of ['single', 'ha', 'kubernetes'])
      expect(steps).toContain(`(deploy/${folder}/README.md)`)
  })

  it('has the web process alone started with the settings of the service', () => {
    const command =
      /^systemd-run --unit=lulus-web (?:[^\\\n]|\\\n)*$/m.exec(read('single/README.md'))?.[0] ?? ''
    const unit = read('single/lulus.service')
    for (const setting of ['User', 'EnvironmentFile', 'WorkingDirectory', 'KillMode', 'TimeoutStopSec']) {
      const value = new RegExp(`^${setting}=(.*)$`, 'm').exec(unit)?.[1]
      expect(value).toBeDefined()
      expect(command).toContain(setting === 'User' ? `--uid=${value}` : `-p ${setting}=${value}`)
    }
    const [, program = '', roles = ''] = /\/node (\S+) (\S+)$/.exec(command) ?? []
    expect(unit).toContain(`/node ${program} `)
    expect([...readEnv({}, [roles]).roles]).toEqual(['web'])
  })
})

describe('deploy/kubernetes', () => {
  const manifest = read('kubernetes/lulus.yaml')
  const cluster = read('kubernetes/database.yaml')
  const all = (form: RegExp) => [...manifest.matchAll(form)].map(([, found = '']) => found)

  it('sets what the program reads, and nothing else', () => {
    const names = [...all(/^ {2}([A-Z_]+): /gm), ...all(/- name: ([A-Z_]+)$/gm)]
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATABASE_READ_URL', 'SECRET_KEY']))
  })

  it('starts the program as it wants to be started', () => {
    const started = [...manifest.matchAll(/args: \[(\S+), (\S+)\]/g)]
    expect(started.map(([, , roles = '']) => [...readEnv({}, [roles]).roles])).toEqual([['web'], ['worker']])
    for (const [, program = ''] of started) expect(existsSync(join(ROOT, program))).toBe(true)
  })

  it('asks where the program listens, and for its life what does not ask the database', async () => {
    const [port] = all(/ PORT: "(\d+)"/g)
    expect(new Set(all(/(?:port|containerPort|targetPort): (\d{4})/g))).toEqual(new Set([port]))
    const app = fastify()
    addHealth(app, { database: async () => false })
    const answer = async (path: string) => (await app.inject({ url: path })).statusCode
    const pathOf = (probe: string) => all(new RegExp(`${probe}:[^/]+path: ([^,\\s]+)`, 'g'))[0] ?? ''
    const [alive, ready] = [pathOf('livenessProbe'), pathOf('readinessProbe')]
    expect([await answer(alive), await answer(ready)]).toEqual([200, 503])
  })

  it('has calls sent elsewhere before a web process refuses them, and gives all of them time to end', () => {
    const numbersOf = (deployment: string) => {
      const text = manifest.split('---\n').find((one) => one.includes(`\n  name: ${deployment}\n`)) ?? ''
      const number = (form: RegExp) => Number(form.exec(text)?.[1] ?? 0)
      return {
        grace_ms: 1_000 * number(/terminationGracePeriodSeconds: (\d+)/),
        before_ms: 1_000 * number(/lifecycle: \{ preStop: \{ sleep: \{ seconds: (\d+) \} \} \}/),
      }
    }
    const web = numbersOf('lulus-web')
    expect(web.before_ms).toBeGreaterThanOrEqual(5_000)
    expect(web.grace_ms).toBeGreaterThanOrEqual(web.before_ms + CLOSING_MS_MAX + LAST_MS)
    expect(numbersOf('lulus-worker').grace_ms).toBeGreaterThanOrEqual(STOPPING_MS_MAX + LAST_MS)
  })

  it('lets a write wait for a second node, whatever is away, and has one to spare', () => {
    const asked =
      /^ {2}postgresql:\n {4}synchronous: \{ method: any, number: (\d), dataDurability: required \}$/m
    const number = Number(asked.exec(cluster)?.[1])
    const instances = Number(/^ {2}instances: (\d)$/m.exec(cluster)?.[1])
    expect(number).toBe(1)
    expect(instances - 1).toBeGreaterThan(number)
    // With these the operator would rather do without a second node, and both ways at once are refused.
    expect(cluster).not.toMatch(/^ {2}(?:min|max)SyncReplicas:/m)
  })
})

const PER_ADDRESS = { 4: 32, 6: 128 }

describe('whose word is taken for who calls', () => {
  const texts = globSync('deploy/**/*.{env,yaml,yml}', { cwd: ROOT }).map((path) => ({
    path,
    told: [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bTRUSTED_PROXIES[:=] *"?([^"\n]*)/g)],
  }))
  const trusting = texts.flatMap(({ path, told }) => told.map(([, value = '']) => ({ path, value })))

  it('is told in each way of running it', () => {
    expect(trusting.map(({ path }) => path).toSorted()).toEqual([
      'deploy/ha/lulus.env',
      'deploy/kubernetes/lulus.yaml',
    ])
  })

  it.each(trusting)('is no wide network in $path: whoever is in it could be anybody', ({ value }) => {
    for (const one of filledIn(value).split(',')) {
      const [address = '', bits] = one.trim().split('/')
      const version = isIP(address)
      expect([4, 6]).toContain(version)
      expect(Number(bits ?? PER_ADDRESS[version as 4 | 6])).toBeGreaterThanOrEqual(version === 4 ? 24 : 64)
    }
    // Whoever forgets to fill it in is told so.
    expect(() => readEnv({ ...Object.fromEntries(settings), TRUSTED_PROXIES: value }, [])).toThrow(
      'TRUSTED_PROXIES',
    )
  })
})
