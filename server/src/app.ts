import type { FastifyInstance } from 'fastify'
import { allEndpoints } from '#contract/all.ts'
import { BY_ITSELF_HEADER } from '#contract/endpoint.ts'
import { openApi } from '#contract/openapi.ts'
import { loadCaller } from './access/caller.ts'
import { addressBookRoutes } from './address-book/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { recordAdminCall } from './audit/admin-calls.ts'
import { changeRequestRoutes } from './change-requests/routes.ts'
import { commitRoutes } from './commits/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { defectRoutes } from './defects/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import type { Directory } from './directory/directory.ts'
import { documentRoutes } from './documents/routes.ts'
import type { Engine } from './documents/store/engine.ts'
import { entityRoutes } from './entities/routes.ts'
import type { Anchors } from './evidence/anchor.ts'
import { chainRoutes } from './evidence/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { itemRoutes } from './items/routes.ts'
import { listRoutes } from './lists/routes.ts'
import type { Hub } from './live/hub.ts'
import { liveRoutes } from './live/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { mailRoutes } from './mails/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import type { PdfRenderer } from './pdf/render.ts'
import { userRoutes } from './people/routes.ts'
import { addApiDocs } from './platform/api-docs/serve.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { Db } from './platform/db/database.ts'
import type { Standby } from './platform/db/standby.ts'
import type { Files } from './platform/files/files.ts'
import type { Doors } from './platform/http/admission.ts'
import { createApp } from './platform/http/app.ts'
import { bindEndpoints } from './platform/http/bind.ts'
import { addHealth, type Probes } from './platform/http/health.ts'
import { addMetrics, type Figure } from './platform/http/metrics.ts'
import { serveScreens } from './platform/http/static.ts'
import type { Log } from './platform/log/log.ts'
import { profileRoutes } from './profile/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { openSignInLines } from './session/line.ts'
import { passwordRoutes } from './session/passwords/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { setUpRoutes } from './set-up/routes.ts'
import { readSetting } from './settings/read.ts'
import { settingRoutes } from './settings/routes.ts'
import { shapingRoutes } from './shaping/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { tinRoutes } from './tins/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** What every call may use beside its own facts. */
export type CallContext = {
  db: Db
  engine: Engine
  pdf: PdfRenderer
  /** The open screens that follow what others do. */
  hub: Hub
  /** Where files lie that people send. */
  files: Files
  /** Signs the addresses of archived files and the cookies of devices. */
  secret_key: string
  /** The simulated authority, which gives a first company credentials of its own. */
  simulator_url: string
  /** Whether one runs: companies may send to it all the same, and wait. */
  has_simulator: boolean
  /** Where mails lie while no mail server takes them: neither that of the operator (`smtp_url`) nor of the settings. */
  mail_dir: string
  smtp_url: string | undefined
  mail_from: string
  /** Where people reach the portal; addresses in answers begin with it. */
  public_url: string
  /** Where people of the company sign in with its own names and passwords; undefined: local accounts only. */
  directory: Directory | undefined
  /** Where the hash chains are anchored. */
  anchors: Anchors
  /** Addresses and networks that webhooks may call although they are not public. */
  webhook_networks: readonly string[]
}

export type AppSettings = {
  context: CallContext
  clock: Clock
  log: Log
  /** Where calls wait when more come than can be done; absent in tests of what happens behind them. */
  doors?: Doors
  /** Answers what may be answered by a copy of the database. */
  standby?: Standby | undefined
  probes: Probes
  /** What is told where `probes` are, and makes nobody unready. */
  warnings?: Probes
  /** What `/metrics` tells beside requests. */
  figures?: readonly Figure[]
  /** The folder of the built screens; absent in tests. */
  screens_dir?: string
  https: boolean
  /** Lets other machines read the figures; absent: none may. */
  metrics_token?: string | undefined
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
  trusted_proxies: readonly string[]
  /** Checks every answer against the contract; on in tests. */
  validate_replies: boolean
}

const routes = [
  ...sessionRoutes,
  ...userRoutes,
  ...apiKeyRoutes,
  ...passwordRoutes,
  ...setUpRoutes,
  ...profileRoutes,
  ...viewRoutes,
  ...chainRoutes,
  ...dashboardRoutes,
  ...documentRoutes,
  ...intakeRoutes,
  ...importRoutes,
  ...entityRoutes,
  ...changeRequestRoutes,
  ...demoRoutes,
  ...settingRoutes,
  ...customerRoutes,
  ...addressBookRoutes,
  ...itemRoutes,
  ...templateRoutes,
  ...shapingRoutes,
  ...ruleRoutes,
  ...tinRoutes,
  ...listRoutes,
  ...logRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...liveRoutes,
  ...reportRoutes,
  ...webhookRoutes,
  ...defectRoutes,
  ...commitRoutes,
]

/** The whole HTTP side: every endpoint of the contract bound to its room. Refuses to start when one is not. */
export const buildApp = async (settings: AppSettings): Promise<FastifyInstance> => {
  const { context, standby, clock, log, https, trusted_proxies, validate_replies } = settings
  const app = await createApp({ log, https, trusted_proxies })
  app.addHook('preClose', async () => context.hub.close())
  addHealth(app, settings.probes, settings.warnings)
  addMetrics(app, settings.metrics_token, settings.figures)
  addApiDocs(app, () => openApi(allEndpoints))
  const all = { ...context, https, lines: openSignInLines() }
  bindEndpoints(app, allEndpoints, routes, {
    authenticate: async ({ method, headers }, endpoint, going_on = false) => {
      const now_and_then = endpoint.by_itself ?? (method === 'GET' && headers[BY_ITSELF_HEADER] !== undefined)
      const by_itself = going_on || now_and_then
      const idle_ms_max = going_on
        ? Number.POSITIVE_INFINITY
        : await readSetting(context.db, 'session.idle_ms_max')
      return loadCaller(context.db, headers, { now: clock.now(), idle_ms_max, by_itself })
    },
    ...(settings.doors && { doors: settings.doors }),
    witness: (knock) => recordAdminCall({ db: context.db, now: clock.now() }, knock),
    context: all,
    from_copy: standby && {
      position: standby.position,
      read: (seen, work) => standby.read(seen, (db) => work({ ...all, db })),
    },
    clock,
    validate_replies,
  })
  if (settings.screens_dir) {
    await serveScreens(app, { dir: settings.screens_dir, api_prefixes: ['/api/', '/einvoice/api/'] })
  }
  return app
}
