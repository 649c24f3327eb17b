import { ProblemError } from '#domain/problems.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Engine, Secrets } from './engine.ts'

const RETRY_AFTER_S = 3600

export const CREDENTIALS_MISSING =
  'The LHDN credentials of this company are missing. An administrator can add them.'

/** Why nothing of this entity can go out at `now`, or undefined. Documents of version 1.0 need no certificate. */
export const obstacleOf = (secrets: Secrets | undefined, now: Date): string | undefined => {
  const missing =
    'The credentials or the signing certificate of this company are missing for the environment that it sends to. ' +
    'An administrator can add them.'
  if (!secrets) return missing
  if (secrets.document_version === '1.0') return undefined
  if (!secrets.certificate) return missing
  return secrets.certificate.not_after <= now
    ? 'The signing certificate of this company has expired. An administrator can replace it.'
    : undefined
}

/**
 * The entity's access to the authority where a document was sent, for a call that a person is waiting for. 503 when it
 * was never set up.
 */
export const secretsOf = async (
  engine: Engine,
  { sender_entity_id, environment }: { sender_entity_id: string; environment: Environment },
): Promise<Secrets> => {
  const secrets = await engine.secrets(sender_entity_id, environment)
  if (secrets) return secrets
  throw new ProblemError({
    kind: 'unavailable',
    code: 'credentials_missing',
    message: CREDENTIALS_MISSING,
    retry_after_s: RETRY_AFTER_S,
  })
}
