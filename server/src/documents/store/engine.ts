import type { DocumentVersion } from '#domain/ubl/versions.ts'
import type { Authority } from '../../authority/calls/client.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'

/** An entity's access to the authority, opened for one use. */
export type Secrets = {
  environment: Environment
  document_version: DocumentVersion
  client_id: string
  client_secret: string
  on_behalf_of?: string
  /** When the credentials were entered. */
  entered_at?: Date
  /** Absent until one is installed; documents of version 1.0 need none. */
  certificate?: Certificate
}

export type Certificate = { certificate_pem: string; private_key_pem: string; not_after: Date }

/** What the jobs of this room work with. */
export type Engine = {
  db: Db
  clock: Clock
  authority: Authority
  /** For the environment that the entity sends to now, or for the one in which a document was sent. */
  secrets(sender_entity_id: string, environment?: Environment): Promise<Secrets | undefined>
  log: Log
  sleep(ms: number): Promise<void>
  /** Told at every boundary between two effects. Production does nothing; tests kill the process here. */
  step(name: Step): void | Promise<void>
}

export const STEPS = [
  'send: lease taken',
  'send: built',
  'send: intent stored',
  'send: answered',
  'send: outcome stored',
  'resolve: asked',
  'resolve: resend intended',
  'resolve: resent',
  'cancel: intent stored',
  'cancel: answered',
  'cancel many: turn given',
  'cancel many: answered',
  'poll: asked',
  'poll: verdict stored',
  'approve: batch decided',
] as const
export type Step = (typeof STEPS)[number]
