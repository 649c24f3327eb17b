import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { settings } from '#contract/installation/settings.ts'
import { issueKey } from '../../src/access/api-keys.ts'
import { asPerson } from '../../src/access/person.ts'
import { ask } from '../../src/change-requests/ask.ts'
import { groupWish, ruleWish, type Wish } from '../../src/change-requests/wishes.ts'
import { withFiles } from '../../src/defects/files.ts'
import { addDefect } from '../../src/defects/save.ts'
import { type AccountName, ENTITIES } from '../../src/demo/company.ts'
import { createItem } from '../../src/items/create.ts'
import { addBroadcast } from '../../src/notifications/save-message.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { listMailIds } from '../../src/platform/mail/from-folder.ts'
import { listDefaults } from '../../src/shaping/list.ts'
import { newestRules } from '../../src/shaping/rule-rows.ts'
import { addDefault } from '../../src/shaping/save-default.ts'
import { addMapping } from '../../src/shaping/save-mapping.ts'
import { addRule } from '../../src/shaping/write-rule.ts'
import { createTemplate } from '../../src/templates/create.ts'
import { createUser } from '../../src/users/create.ts'
import { createWebhook } from '../../src/webhooks/create.ts'
import { insertDeliveries } from '../../src/webhooks/delivery-rows.ts'
import { buildCustomer, buildDocument, payload } from '../build.ts'
import type { Parts } from '../client.ts'
import { csvOf, row } from '../files.ts'
import { NOON, PUBLIC_URL, type World } from '../world.ts'

/** Texts that stand in the probed rows only: whoever may not see the row must not see them anywhere. */
export const STORE_MARK = 'Zamrud-Biru-7731'
export const ENTITY_MARK = 'Nilam-Ungu-4096'

/**
 * A request that would succeed for someone with every right. `rows`: whose rows it concerns, so that others must
 * get 404 (`one`) or an answer without them (`many`); `none`: it concerns no row of anybody else.
 */
export type Case = {
  rows: { of: 'store' | 'entity'; as: 'one' | 'many' } | 'none'
  request(world: World, targets: Targets): Promise<Parts>
}

export type Targets = { pending: string; validated: string }

/** The rows that are probed, of Kinabalu KUL01, with their marks. */
export const makeTargets = async (world: World): Promise<Targets> => {
  const marked = { customer: { name: STORE_MARK }, document_remarks: STORE_MARK }
  const validated = await buildDocument(world, { status: 'Validated', ...marked })
  const pending = await buildDocument(world, marked)
  return { pending: pending.id, validated: validated.id }
}

export const oneOf = (of: 'store' | 'entity'): Case['rows'] => ({ of, as: 'one' })
export const manyOf = (of: 'store' | 'entity'): Case['rows'] => ({ of, as: 'many' })
export const at = (rows: Case['rows'] = 'none', parts: Parts = {}): Case => ({
  rows,
  request: async () => parts,
})

export const onDocument = (which: keyof Targets, parts: Parts = {}): Case => ({
  rows: oneOf('store'),
  request: async (_world, targets) => ({ params: { uuid: targets[which] }, ...parts }),
})

/** A fresh one for each caller, since whoever may delete it does. */
export const onTemplate: Case = {
  rows: oneOf('entity'),
  request: async (world) => {
    const template = {
      sender_entity_id: world.company.entities.kinabalu,
      created_by: world.company.users.aminah,
      name: ENTITY_MARK,
      description: '',
      invoice: { document_remarks: ENTITY_MARK },
    }
    const id = await inTransaction(world.db, (tx) => createTemplate(tx, template, NOON))
    return { params: { uuid: id }, body: { name: ENTITY_MARK, data: { invoice: template.invoice } } }
  },
}

export const onCustomer: Case = {
  rows: oneOf('entity'),
  request: async (world) => ({
    params: { id: await buildCustomer(world, { name: ENTITY_MARK }) },
    body: payload().customer,
  }),
}

/** A number of its own for each caller. */
/** A file of customers that is only checked. */
export const ofCustomers = at('none', {
  form: {
    file: new File(['Name,Identity Number\nKedai Buku,201901012345\n'], 'customers.csv'),
    ...{ sender_entity_code: ENTITIES.kinabalu.entity_code, check_only: true },
  },
})

export const ofItems = at('none', {
  form: {
    file: new File(['Classification,Description,Tax Type,Tax Rate\n022,Kertas A3,01,10\n'], 'items.csv'),
    ...{ sender_entity_code: ENTITIES.kinabalu.entity_code, check_only: true },
  },
})

let files = 0
export const ofFile: Case = {
  rows: manyOf('store'),
  request: async () => {
    files += 1
    return { form: {}, upload: new File([csvOf([row(`PROBE-${files}`)])], 'lines.csv') }
  },
}

/** Nobody's import: whoever has one is its only caller. */
export const onImport = (body?: object): Case =>
  at('none', { params: { id: 'nonsense' }, ...(body && { body }) })

export const onItem: Case = {
  rows: oneOf('entity'),
  request: async (world) => {
    const item = { classification: '022', item_description: ENTITY_MARK, tax_type: '06', tax_rate: '0' }
    const id = await inTransaction(world.db, (tx) =>
      createItem(tx, { ...item, sender_entity_id: world.company.entities.kinabalu }, NOON),
    )
    return { params: { id }, body: item }
  },
}

/** A fresh one for each caller, since whoever may revoke it does. */
export const onKey: Case = {
  rows: 'none',
  request: async ({ db, company }) => {
    const key = { name: 'Till', sender_entity_id: company.entities.kinabalu, flags: [], now: NOON }
    const grant = { ...key, store_code_ids: [company.stores.KUL01], expires_at: new Date('2027-01-31') }
    return { params: { id: (await inTransaction(db, (tx) => issueKey(tx, grant))).id } }
  },
}

const HOOK = { url: 'https://hooks.lulus.example/events', description: 'Shop', events: [] }

/** For a key of its own, of which a webhook is one of a few. */
export const forKey: Case = {
  rows: 'none',
  request: async (world, targets) => {
    const { params } = await onKey.request(world, targets)
    return { body: { ...HOOK, api_key_id: (params as { id: string }).id } } // of onKey above
  },
}

/** A fresh one for each caller, since whoever may delete it does; of what it was told one event is left. */
export const onWebhook = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async (world, targets) => {
    const { body } = await forKey.request(world, targets)
    const { db, box } = world
    const by = { caller: asPerson(await world.callerOf('devi')), now: NOON, box, webhook_networks: [] }
    // forKey names the key.
    const wanted = body as typeof HOOK & { api_key_id: string }
    const event = { event_id: 'evt_1', event_type: 'document.validated' as const, body: '{}', at: NOON }
    const { id } = await inTransaction(db, async (tx) => {
      const made = await createWebhook({ ...by, tx }, wanted)
      const sent = { ...event, webhook_id: made.id, state: 'delivered' as const }
      await insertDeliveries(tx, [sent])
      return made
    })
    const { rows } = await sql<{ nr: string }>`
      SELECT nr FROM webhook_deliveries WHERE webhook_id = ${id}`.execute(db)
    const delivery_id = parts.params && { delivery_id: rows[0]?.nr }
    return { ...parts, params: { id, ...delivery_id } }
  },
})

export const NEW_USER = {
  origin: 'local',
  username: 'nadia',
  email: 'nadia@lulus.example',
  first_name: 'Nadia',
  last_name: '',
  access_type: 'user',
  group_ids: [],
  sender_entity_ids: [],
  store_code_ids: [],
} as const

export const newNames = () => {
  const username = `u-${randomUUID()}`
  return { username, email: `${username}@lulus.example` }
}

/** A fresh one for each caller, since whoever may change them does. */
export const onUser = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db }) => {
    const user = { ...NEW_USER, ...newNames(), password_hash: 'none' }
    const id = await inTransaction(db, (tx) => createUser(tx, user, NOON))
    return { params: { id }, ...parts }
  },
})

export const NEW_GROUP = { action: 'create', name: 'Cashiers', permissions: ['can_create_invoice'] } as const
export const NEW_STORE = {
  ...{ action: 'create', code: 'KUL09', name: 'Petaling Jaya' },
  sender_entity_code: ENTITIES.kinabalu.entity_code,
} as const

/** A fresh request of this person for each caller, since whoever may decide it does. */
export const onRequest = (who: AccountName, partsOf: (id: number) => Parts): Case => ({
  rows: 'none',
  request: async (world) => {
    const wish = groupWish({ ...NEW_GROUP, group_id: null, permissions: [...NEW_GROUP.permissions] })
    return partsOf(await askAs(world, who, wish))
  },
})

/** The same about a rule, which whoever may change rules sees. */
export const onRuleRequest: Case = {
  rows: 'none',
  request: async (world) => {
    const asked = { ...RULE, value: `.*|${randomUUID()}`, active_on: null, reason: 'A new till' }
    const wish = ruleWish(asked, world.clock.now())
    return { params: { id: await askAs(world, 'devi', wish) }, body: {} }
  },
}

const askAs = async (world: World, who: AccountName, wish: Wish) => {
  const caller = asPerson(await world.callerOf(who))
  const given = { wish, reason: 'A new till', detail: '' }
  return (await inTransaction(world.db, (tx) => ask({ tx, caller, now: world.clock.now() }, given))).id
}

export const onMail: Case = {
  rows: 'none',
  request: async ({ outlets, mail_dir }) => {
    await outlets.send('somebody@lulus.example', { subject: 'Trial', paragraphs: [] })
    const [id] = await listMailIds(mail_dir)
    return { params: { id } }
  },
}

/** A fresh one for each caller, since whoever may delete it does. */
export const onMapping = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db, callerOf }) => {
    const by = { caller: await callerOf('devi'), now: NOON }
    const mapping = { ...MAPPING, lookup_key: randomUUID(), hardcode_value: '', overwrite: false }
    return {
      params: { id: (await inTransaction(db, (tx) => addMapping({ ...by, tx }, mapping))).id },
      ...parts,
    }
  },
})
export const MAPPING = {
  field: 'sender_store_code',
  mapping_type: 'lookup',
  lookup_key: 'KL-HQ',
  lookup_value: 'KUL01',
} as const

/** It stops nothing, so that other calls’ documents are taken. Whoever may delete it leaves none to the next caller. */
export const onRule = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db, callerOf }) => {
    const by = { caller: await callerOf('devi'), now: NOON }
    const there = await newestRules(db).select('validation_rules.id').executeTakeFirst()
    const rule = { ...RULE, value: `.*|${randomUUID()}` }
    const { id } = there ?? (await inTransaction(db, (tx) => addRule({ ...by, tx }, rule)))
    return { params: { id }, ...parts }
  },
})
export const RULE = { field: 'agent_number', condition: 'regex', error_message: 'Please check.' } as const

/** A field has one default: who may delete it leaves none to the next caller, for whom it is made again. */
export const onDefault = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db, callerOf }) => {
    const by = { caller: await callerOf('devi'), now: NOON }
    const { results } = await listDefaults({ db })
    const one =
      results.find(({ field_name }) => field_name === REMARK.field_name) ??
      (await inTransaction(db, (tx) => addDefault({ ...by, tx }, REMARK)))
    return { params: { id: one.id }, ...parts }
  },
})
export const REMARK = { field_name: 'document_remarks', default_value: 'Terima kasih' }

export const BROADCAST = { title: 'Office closed', content: 'On Monday nobody answers.', is_active: true }
export const onBroadcast = (parts: (id: string) => Parts): Case => ({
  rows: 'none',
  request: async ({ db, callerOf }) => {
    const by = { caller: await callerOf('devi'), now: NOON }
    return parts((await inTransaction(db, (tx) => addBroadcast({ ...by, tx }, BROADCAST))).id)
  },
})

export const NEW_DEFECT = { defect_description: 'The list of documents does not sort by date.' }
/** Its file comes along. Everybody reads them all, so there is one for all callers. */
const theDefect = async ({ db, files, callerOf }: World): Promise<{ id: string; file_id: string }> => {
  const { rows } = await sql<{ id: string; file_id: string }>`
    SELECT defect_id AS id, id AS file_id FROM defect_files WHERE defect_id IS NOT NULL LIMIT 1`.execute(db)
  if (rows[0]) return rows[0]
  const by = { db, files, caller: asPerson(await callerOf('devi')), now: NOON, public_url: PUBLIC_URL }
  const given = { ...NEW_DEFECT, severity: undefined, category: undefined }
  const form = { file_upload: new File(['a,b'], 'lines.csv') }
  const made = await withFiles({ ...by, form }, (file_ids) =>
    inTransaction(db, (tx) => addDefect({ ...by, tx }, { ...given, file_ids })),
  )
  return { id: made.id, file_id: made.files[0]?.id ?? '' }
}
export const onDefect = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async (world) => ({ ...parts, params: { id: (await theDefect(world)).id } }),
})
export const onDefectFile: Case = {
  rows: 'none',
  request: async (world) => ({ params: await theDefect(world) }),
}

/** A delivery of something else than a push, by somebody who knows the secret. */
export const ofPush = (headersOf: (secret: string, body: string) => Record<string, string>): Case => ({
  rows: 'none',
  request: async (world) => {
    const value = 'correct-horse-battery'
    const params = { id: 'commits.webhook_key' }
    await world.as('devi').callWrongly(settings.update, { params, body: { value } })
    return { body: {}, headers: headersOf(value, '{}') }
  },
})

export const onEntity = ({ params, ...parts }: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ company }) => ({ params: { id: company.entities.kinabalu, ...params }, ...parts }),
})

/** Another one with the particulars of Kinabalu. */
const { image: _, ...company } = ENTITIES.kinabalu
export const COMPANY = company
