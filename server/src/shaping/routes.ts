import { enrichment } from '#contract/shaping/enrichment.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import { FIELDS } from '#domain/shaping/fields.ts'
import { once } from '../access/once.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { listDefaults, listMappings } from './list.ts'
import { shaping } from './read.ts'
import { addDefault, changeDefault, removeDefault } from './save-default.ts'
import { addMapping, changeMapping, removeMapping } from './save-mapping.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

/** The next document that comes is shaped by what was changed. */
const changed = <T>({ db }: { db: Db }, done: Promise<T>): Promise<T> => shaping.after(db, done)

const inOne = <T>(call: { db: Db }, work: (tx: Tx) => Promise<T>) =>
  changed(call, inTransaction(call.db, work))

export const shapingRoutes = [
  on(enrichment.list, (call) => listDefaults(call)),
  on(enrichment.create, (call) =>
    changed(
      call,
      once(enrichment.create, call, (tx) => addDefault({ ...call, tx }, call.body)),
    ),
  ),
  on(enrichment.update, (call) =>
    inOne(call, (tx) => changeDefault({ ...call, tx }, { ...call.body, id: call.params.id })),
  ),
  on(enrichment.remove, async (call) => {
    await inOne(call, (tx) => removeDefault({ ...call, tx }, call.params.id))
    return { detail: 'Enrichment item deleted successfully' }
  }),
  on(mappings.fields, async () => FIELDS.map(({ value, label }) => ({ value, label }))),
  on(mappings.list, (call) => listMappings(call, call.query)),
  on(mappings.create, (call) =>
    changed(
      call,
      once(mappings.create, call, (tx) => addMapping({ ...call, tx }, call.body)),
    ),
  ),
  on(mappings.update, (call) =>
    inOne(call, (tx) => changeMapping({ ...call, tx }, { ...call.body, id: call.params.id })),
  ),
  on(mappings.remove, async (call) => {
    await inOne(call, (tx) => removeMapping({ ...call, tx }, call.params.id))
    return { detail: 'Mapping deleted successfully' }
  }),
]
