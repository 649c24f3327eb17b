import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { setUp } from '#contract/installation/set-up.ts'
import { session } from '#contract/people/session.ts'
import { buildApp } from '../src/app.ts'
import { openGate } from '../src/authority/wire/gate.ts'
import { anchorFolder } from '../src/evidence/anchor-folder.ts'
import { openHub } from '../src/live/hub.ts'
import { createPdfRenderer } from '../src/pdf/render.ts'
import { fixedClock } from '../src/platform/clock/fixtures/fixed-clock.ts'
import { secretBox } from '../src/platform/crypto/secret-box.ts'
import { localFiles } from '../src/platform/files/files.ts'
import { openLog } from '../src/platform/log/log.ts'
import { openLink } from '../src/set-up/link.ts'
import { createEngine } from '../src/worker.ts'
import { clientOf } from './client.ts'
import { testDatabase } from './database.ts'
import { atEnd } from './ending/at-end.ts'
import { FIRST_COMPANY } from './first-company.ts'
import { NOON, PASSWORD, playAuthority, SECRET_KEY } from './world.ts'

const log = openLog('silent')

/** An installation that nobody has set up, behind its HTTP routes; the simulator runs beside it. */
export const openEmpty = async (at: { simulator_url?: string; has_simulator?: boolean } = {}) => {
  const { db } = await testDatabase()
  const clock = fixedClock(NOON)
  const simulator_url = at.simulator_url ?? (await playAuthority(clock))
  const parts = { db, box: secretBox(SECRET_KEY), clock, log, simulator_url, gate: openGate() }
  const pdf = createPdfRenderer({ log })
  const app = await buildApp({
    context: {
      ...{
        db,
        engine: createEngine(parts),
        pdf,
        hub: openHub({ log }),
        secret_key: SECRET_KEY,
        simulator_url,
      },
      ...{ public_url: 'http://lulus.example', directory: undefined },
      ...{ mail_dir: tmpdir(), smtp_url: undefined, mail_from: 'lulus@lulus.example', webhook_networks: [] },
      has_simulator: at.has_simulator ?? true,
      files: localFiles(join(tmpdir(), 'lulus-no-files')),
      anchors: anchorFolder(join(tmpdir(), 'lulus-no-anchors')),
    },
    clock,
    log,
    probes: {},
    https: false,
    trusted_proxies: [],
    validate_replies: true,
  })
  atEnd(async () => {
    await app.close()
    await pdf.close()
  })
  const nobody = clientOf(app, async () => ({}))
  const start = () => openLink({ db, now: clock.now() })
  return {
    ...{ db, clock, app, start },
    check: async (token: string) => (await nobody.call(setUp.checkLink, { body: { token } })).body,
    works: async (token: string) => (await nobody.call(setUp.checkLink, { body: { token } })).body.works,
    complete: (token: string, change: Partial<Record<keyof typeof FIRST_COMPANY, string>> = {}) =>
      nobody.callWrongly(setUp.complete, { body: { ...FIRST_COMPANY, ...change, token } }),
    signIn: async () => {
      const body = { username: FIRST_COMPANY.account_email, password: PASSWORD, auth_type: 'django' as const }
      const { body: entered } = await nobody.call(session.login, { body })
      return clientOf(app, async () => ({ authorization: `Token ${entered.token}` }))
    },
    count: async (table: string) =>
      Number(
        (await sql<{ n: string }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db)).rows[0]?.n,
      ),
  }
}

/** The token of the link that a start printed. Throws where it printed none. */
export const tokenOf = (token: string | undefined): string => {
  if (token === undefined) throw new Error('No link was opened.')
  return token
}
