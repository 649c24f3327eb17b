import { entities } from '#contract/entities.ts'
import { once } from '../access/once.ts'
import type { Authority } from '../authority/calls/client.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { addCertificate } from './access/add-certificate.ts'
import { getEntity, listEntities } from './access/get.ts'
import { removeCertificate } from './access/remove-certificate.ts'
import { setCredentials } from './access/set-credentials.ts'
import { takeOver } from './access/take-over.ts'
import { testConnection } from './access/test-connection.ts'
import { certificateWarnings } from './access/warnings.ts'
import { addCompany } from './add.ts'
import { setActive } from './set-active.ts'
import { removeLogo, setLogo } from './set-logo.ts'
import { updateCompany } from './update.ts'

const on = routesWith<{
  db: Db
  engine: { authority: Authority }
  secret_key: string
  has_simulator: boolean
}>()

export const entityRoutes = [
  on(entities.list, async (call) => ({
    entities: (await listEntities(call)).map(({ access: _, ...entity }) => entity),
    has_simulator: call.has_simulator,
  })),
  on(entities.create, (call) => once(entities.create, call, (tx) => addCompany({ ...call, tx }, call.body))),
  on(entities.get, (call) => getEntity(call, call.params.id)),
  on(entities.update, (call) => updateCompany(call, { ...call.params, ...call.body })),
  on(entities.setActive, (call) => setActive(call, { ...call.params, ...call.body })),
  on(entities.setLogo, (call) => setLogo(call, { ...call.params, file: call.form.image })),
  on(entities.removeLogo, (call) => removeLogo(call, call.params.id)),
  on(entities.setCredentials, (call) =>
    setCredentials(
      { ...call, box: secretBox(call.secret_key), authority: call.engine.authority },
      { ...call.params, ...call.body },
    ),
  ),
  on(entities.addCertificate, (call) =>
    once(entities.addCertificate, call, (tx) =>
      addCertificate({ ...call, tx, box: secretBox(call.secret_key) }, { ...call.params, ...call.form }),
    ),
  ),
  on(entities.takeOver, (call) => takeOver(call, call.params)),
  on(entities.removeCertificate, (call) => removeCertificate(call, call.params)),
  on(entities.testConnection, (call) =>
    testConnection(
      { ...call, box: secretBox(call.secret_key), authority: call.engine.authority },
      { ...call.params, ...call.body },
    ),
  ),
  on(entities.warnings, async (call) => ({ warnings: await certificateWarnings(call) })),
]
