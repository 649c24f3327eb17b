import type { Caller } from '#domain/access/caller.ts'
import type { DocumentVersion } from '#domain/ubl/versions.ts'
import type { Authority } from '../../authority/calls/client.ts'
import type { DocumentType } from '../../authority/calls/news.ts'
import type { Asked } from '../../authority/words/answers.ts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { ENVIRONMENT_NAMES } from '../records/condition.ts'
import type { Environment } from '../records/tables.ts'
import { getEntity } from './get.ts'
import { loadSecrets } from './secrets.ts'

export type Testing = {
  db: Db
  box: SecretBox
  caller: Caller
  authority: Pick<Authority, 'documentTypes' | 'forget'>
  now: Date
}

type Outcome = { ok: boolean; message: string }

/** Signs in afresh and asks one harmless question; what comes of it is told, not thrown. */
export const testConnection = async (
  by: Testing,
  { id, environment }: { id: string; environment: Environment },
): Promise<Outcome> => {
  const { document_version } = await getEntity(by, id)
  const place = ENVIRONMENT_NAMES[environment]
  const secrets = await loadSecrets(by.db, by.box, { sender_entity_id: id, environment, now: by.now })
  if (!secrets) return { ok: false, message: `There are no credentials for ${place}. Nothing was asked.` }
  // A token of former credentials would prove nothing.
  await by.authority.forget(secrets)
  return inWords(await by.authority.documentTypes(secrets), place, document_version)
}

const inWords = (answer: Asked<DocumentType[]>, place: string, version: DocumentVersion): Outcome => {
  const no = (message: string) => ({ ok: false, message })
  switch (answer.kind) {
    case 'answered': {
      const missing = answer.value.filter(
        ({ versions }) => !versions.some(({ name, status }) => name === version && status === 'published'),
      )
      return missing.length === 0 && answer.value.length > 0
        ? { ok: true, message: `Signed in to ${place}. It takes ${answer.value.length} types of documents.` }
        : no(`Signed in to ${place}, but it does not take every document in version ${version}.`)
    }
    case 'unavailable':
      return no(
        answer.credentials_refused
          ? `${capital(place)} refused the credentials. ${answer.why}`
          : `${capital(place)} cannot be reached. ${answer.why}`,
      )
    case 'refused':
      return no(`Signed in to ${place}, but it refused the question (HTTP ${answer.status}).`)
    case 'absent':
      return no(`Signed in to ${place}, but it does not know the question.`)
    case 'unclear':
      return no(`${capital(place)} answered in a way that cannot be read. ${answer.why}`)
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
