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
      has_simulator: true,
      data_dir: resolve('data'),
      anchor_dir: resolve('data/anchors'),
      anchor_mail_to: undefined,
      backup_dir: resolve('data/backups'),
      backs_up: false,
      backup_keep: 14,
      given: [],
      database_url: undefined,
      demo: true,
      demo_password: undefined,
      roles: new Set(['web', 'worker']),
      public_url: 'http://localhost:8080',
      trusted_proxies: [],
      webhook_networks: [],
      secret_key: undefined,
      metrics_token: undefined,
      log_level: 'info',
      smtp_url: undefined,
      mail_from: 'Lulus <lulus@localhost>',
      directory: undefined,
      objects: undefined,
    })
  })

  it('back up each night where they say where, and name what they were given', () => {
    const env = readEnv({ BACKUP_DIR: 'elsewhere', PORT: '9000', SHELL: 'sh' }, [])
    expect(env).toMatchObject({
      backup_dir: resolve('elsewhere'),
      backs_up: true,
      given: ['BACKUP_DIR', 'PORT'],
    })
  })

  it('leave the demo company out', () => {
    expect(readEnv({ DEMO: 'off' }, []).demo).toBe(false)
  })

  it('know of a simulator where the start names one, or the demo company needs it', () => {
    const at = 'http://127.0.0.1:8090'
    expect(readEnv({ DEMO: 'off', SIMULATOR_URL: at }, []).has_simulator).toBe(true)
    expect(readEnv({ DEMO: 'off' }, []).has_simulator).toBe(false)
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
    [{ PUBLIC_URL: 'https://lulus.example/portal' }, 'PUBLIC_URL must be an address without a path'],
    [{ TRUSTED_PROXIES: '10.0.0.7,'.repeat(600) }, 'TRUSTED_PROXIES must have at most 4096 characters'],
    [{ SECRET_KEY: 'abc' }, 'SECRET_KEY must be 64 hexadecimal digits'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have 16 to 200'],
    [{ SMTP_URL: 'http://mail:25' }, 'SMTP_URL must be an address starting with smtp://'],
    [{ MAIL_FROM: 'Lulus' }, 'MAIL_FROM must be an address such as'],
    [{ MAIL_FROM: 'a@b.example\nBcc: x@y.example' }, 'MAIL_FROM must be an address such as'],
    [{ ANCHOR_MAIL_TO: 'a@b.example, c@d.example' }, 'ANCHOR_MAIL_TO must be one address'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 1000'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ DEMO: 'no' }, 'DEMO must be on or off.'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have 8'],
  ])('refuse %o by naming the variable', (source, sentence) => {
    expect(() => readEnv(source, [])).toThrow(sentence)
  })

  it.each([
    ...[
      'garbage',
      '10.0.0.7,',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '::/0',
      'fd00::/129',
      '10.0.0.0/8/8',
      '10.0.0.0/',
    ],
    ...[
      '10.0.0.0/+8',
      '10.0.0.0/255.0.0.0',
      '[::1]',
      '10.0.0.7:80',
      'fe80::1%eth0',
      'loopback',
      '0x7f000001',
    ],
  ])('refuse to trust %s as a proxy', (bad) => {
    const sentence = 'TRUSTED_PROXIES must be addresses or networks'
    expect(() => readEnv({ TRUSTED_PROXIES: bad }, [])).toThrow(sentence)
    expect(() => readEnv({ TRUSTED_PROXIES: `10.0.0.7, ${bad}` }, [])).toThrow(sentence)
  })

  it('trust the proxies they name, and behind https one on the same machine', () => {
    const trusted = (source: NodeJS.ProcessEnv) => readEnv(source, []).trusted_proxies
    const https = { PUBLIC_URL: 'https://portal.example' }
    expect(trusted({ PUBLIC_URL: 'http://portal.example' })).toEqual([])
    expect(trusted(https)).toEqual(['127.0.0.0/8', '::1'])
    expect(
      trusted({ ...https, TRUSTED_PROXIES: ' 10.0.0.7 , 192.168.0.0/16,fd00::/8, ::ffff:10.0.0.1' }),
    ).toEqual(['10.0.0.7', '192.168.0.0/16', 'fd00::/8', '::ffff:10.0.0.1'])
  })

  it('open networks to webhooks, and none by themselves', () => {
    expect(readEnv({ WEBHOOK_NETWORKS: '10.1.0.0/16, fd00::/8' }, []).webhook_networks).toEqual([
      ...['10.1.0.0/16', 'fd00::/8'],
    ])
    expect(() => readEnv({ WEBHOOK_NETWORKS: 'intranet' }, [])).toThrow('WEBHOOK_NETWORKS must be addresses')
  })

  const ldap = {
    LDAP_URL: 'ldaps://dc.corp.example',
    LDAP_BASE_DN: 'dc=corp',
    LDAP_USER_DN: 'uid={username},dc=corp',
  }

  it('describe a directory that is asked as the person, or first as a service account', () => {
    expect(readEnv(ldap, []).directory).toEqual({
      url: 'ldaps://dc.corp.example',
      ca_file: undefined,
      base_dn: 'dc=corp',
      filter: '(uid={username})',
      first_bind: { as: 'person', template: 'uid={username},dc=corp' },
      attributes: {
        username: 'uid',
        email: 'mail',
        first_name: 'givenName',
        last_name: 'sn',
        groups: 'memberOf',
      },
      groups: {},
    })
    const service = { LDAP_USER_DN: '', LDAP_BIND_DN: 'cn=portal', LDAP_BIND_PASSWORD: 'p' }
    const more = {
      LDAP_ATTRIBUTES: 'username=sAMAccountName, groups=memberOf',
      LDAP_GROUPS: '{"cn=a,dc=b":"Makers"}',
    }
    expect(readEnv({ ...ldap, ...service, ...more }, []).directory).toMatchObject({
      first_bind: { as: 'service', dn: 'cn=portal', password: 'p' },
      attributes: { username: 'sAMAccountName', email: 'mail' },
      groups: { 'cn=a,dc=b': 'Makers' },
    })
    expect(readEnv({ ...ldap, LDAP_URL: '' }, []).directory).toBeUndefined()
  })

  it.each([
    [{ LDAP_URL: 'http://dc.corp.example' }, 'LDAP_URL must be an address such as ldaps://'],
    [{ LDAP_URL: 'ldaps://user:secret@dc.corp.example' }, 'LDAP_URL must be an address'],
    [{ LDAP_URL: 'ldaps://dc.corp.example/dc=corp' }, 'LDAP_URL must be an address'],
    [{ LDAP_BASE_DN: '' }, 'LDAP_BASE_DN must say where people are'],
    [{ LDAP_FILTER: '(uid=sue)' }, 'LDAP_FILTER must contain {username}'],
    [{ LDAP_USER_DN: 'uid=sue' }, 'LDAP_USER_DN must contain {username}'],
    [{ LDAP_USER_DN: '' }, 'LDAP_URL needs either LDAP_USER_DN, or LDAP_BIND_DN and LDAP_BIND_PASSWORD'],
    [{ LDAP_BIND_DN: 'cn=portal' }, 'LDAP_URL needs either LDAP_USER_DN'],
    [{ LDAP_USER_DN: '', LDAP_BIND_DN: 'cn=portal' }, 'LDAP_URL needs either LDAP_USER_DN'],
    [{ LDAP_ATTRIBUTES: 'phone=tel' }, 'LDAP_ATTRIBUTES must be name=attribute pairs'],
    [{ LDAP_ATTRIBUTES: 'email=a b' }, 'LDAP_ATTRIBUTES must be name=attribute pairs'],
    [{ LDAP_ATTRIBUTES: '__proto__=x' }, 'LDAP_ATTRIBUTES must be name=attribute pairs'],
    [{ LDAP_GROUPS: 'cn=a: Makers' }, 'LDAP_GROUPS must be JSON such as'],
    [{ LDAP_GROUPS: '["Makers"]' }, 'LDAP_GROUPS must be JSON such as'],
  ])('refuse %o of a directory, without a secret', (change, sentence) => {
    expect(() => readEnv({ ...ldap, ...change }, [])).toThrow(sentence)
    expect(() => readEnv({ ...ldap, ...change }, [])).not.toThrow(/secret/)
  })

  const s3 = {
    S3_URL: 'https://s3.example.com/lulus/',
    S3_ACCESS_KEY_ID: 'AKIA-7',
    S3_SECRET_ACCESS_KEY: 'hunter2-and-more',
  }

  it('name a bucket with its keys', () => {
    const keys = { access_key_id: 'AKIA-7', secret_access_key: 'hunter2-and-more' }
    expect(readEnv(s3, []).objects).toEqual({ url: 'https://s3.example.com/lulus', region: 'auto', ...keys })
    const own = { ...s3, S3_URL: 'http://lulus.s3.local:8333', S3_REGION: 'ap-southeast-1' }
    expect(readEnv(own, []).objects).toMatchObject({
      url: 'http://lulus.s3.local:8333',
      region: 'ap-southeast-1',
    })
  })

  it.each([
    [{ S3_URL: '' }, 'must be set together'],
    [{ S3_SECRET_ACCESS_KEY: '' }, 'must be set together'],
    [{ S3_URL: 's3://lulus' }, 'S3_URL must be the address of a bucket'],
    [{ S3_URL: 'https://hunter2@s3.example.com/lulus' }, 'S3_URL must be the address of a bucket'],
    [{ S3_URL: 'https://s3.example.com/lulus/anchors' }, 'S3_URL must be the address of a bucket'],
    [{ S3_URL: 'https://s3.example.com/lulus?x' }, 'S3_URL must be the address of a bucket'],
    [{ S3_ACCESS_KEY_ID: 'a b' }, 'S3_ACCESS_KEY_ID must have'],
    [{ S3_SECRET_ACCESS_KEY: 'hunter2\n' }, 'S3_SECRET_ACCESS_KEY must have'],
  ])('refuse %o of an object store, without a secret', (change, sentence) => {
    expect(() => readEnv({ ...s3, ...change }, [])).toThrow(sentence)
    expect(() => readEnv({ ...s3, ...change }, [])).not.toThrow(/hunter2/)
  })

  it('refuse unknown roles', () => {
    expect(() => readEnv({}, ['--roles=web,cook'])).toThrow('--roles must be')
    expect(() => readEnv({}, ['--roles='])).toThrow('--roles must be')
  })
})
