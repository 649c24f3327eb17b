import { buildXml, KINABALU, newNumber, type Party, SELAT, type SignOptions, signXml } from './build.ts'
import { buildJson } from './build-json.ts'
import { entry, type Reply, startWorld } from './sender.ts'
import { newAuthority } from './signer.ts'

const SUBMIT = '/api/v1.0/documentsubmissions/'

export const PERSON: Party = { tin: 'IG22334455660', id_type: 'NRIC', id_value: '770625015324', name: 'Ali' }

/** Everything that was answered to one play, and whether all of it was good. */
export type Played = { good: boolean; text: string }
export type Play = (stage: Stage) => Promise<Played>
export type Stage = Awaited<ReturnType<typeof openStage>>

/** A simulator with Kinabalu signed in, and two buyers whom it knows. */
export const openStage = async () => {
  const world = await startWorld()
  const credentials = await world.register(KINABALU)
  await world.register(SELAT)
  await world.register(PERSON)
  const signer = await world.certificate(KINABALU)
  return { world, credentials, signer, token: await world.login(credentials) }
}

type Change = readonly [from: string | RegExp, to: string]

const change = (document: string, changes: readonly Change[]): string =>
  changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`Nothing to change: ${from}`)
    return changed
  }, document)

export const answered = (...replies: Reply[]): Played => ({
  good: replies.every(({ status }) => status < 300),
  text: replies.map(({ text }) => text).join('\n'),
})

/** Submits one document, and reads what became of it. */
export const submitted = async ({ world, token }: Stage, document: string) => {
  const reply = await world.submit(token, [document])
  const uuid: string = reply.json?.acceptedDocuments?.[0]?.uuid ?? ''
  const details = uuid ? await world.details(token, uuid) : undefined
  const good = reply.status === 202 && details?.json.status === 'Valid'
  return { good, text: [reply.text, details?.text].join('\n'), uuid }
}

/** An unsigned invoice (1.0), changed in places. */
export const unsigned =
  (changes: readonly Change[] = [], build: Parameters<typeof buildXml>[0] = {}): Play =>
  (stage) =>
    submitted(stage, change(buildXml({ version: '1.0', ...build }), changes))

export const unsignedJson =
  (changes: readonly Change[] = []): Play =>
  (stage) =>
    submitted(stage, change(buildJson({ version: '1.0' }), changes))

/** A signed invoice (1.1), changed after it was signed. */
export const signed =
  (changes: readonly Change[] = [], options: SignOptions = {}): Play =>
  (stage) =>
    submitted(stage, change(signXml(buildXml(), stage.signer, options), changes))

/** An invoice signed with a certificate that names somebody or some time else. */
export const signedWith =
  (more: object, options: SignOptions = {}): Play =>
  async (stage) =>
    submitted(stage, signXml(buildXml(), await stage.world.certificate(KINABALU, more), options))

/** A certificate that no authority known here has issued. */
export const signedByStranger: Play = (stage) => submitted(stage, signXml(buildXml(), newAuthority().issue()))

/** A note on an invoice that was sent before it; `ready` spoils what it refers to. */
export const note =
  (ready: { buyer?: Party; cancelled?: true; uuid?: string } = {}): Play =>
  async (stage) => {
    const number = newNumber()
    const { uuid } = await submitted(stage, buildXml({ version: '1.0', number }))
    if (ready.cancelled) await putState(stage, uuid)
    const reference = { number, uuid: ready.uuid ?? uuid }
    const { buyer = SELAT } = ready
    return submitted(stage, buildXml({ version: '1.0', type: '02', reference, buyer }))
  }

export const putState = ({ world, token }: Pick<Stage, 'world' | 'token'>, uuid: string): Promise<Reply> => {
  const body = { status: 'cancelled', reason: 'Wrong buyer' }
  return world.call('PUT', `/api/v1.0/documents/state/${uuid}/state`, { token, body })
}

type Ready = (stage: Stage, sent: { uuid: string; number: string }) => Promise<Stage>

/** Cancels an invoice, after something happened to it. */
export const cancelled =
  (ready: Ready = async (stage) => stage): Play =>
  async (stage) => {
    const number = newNumber()
    const { uuid } = await submitted(stage, buildXml({ version: '1.0', number }))
    return answered(await putState(await ready(stage, { uuid, number }), uuid))
  }

/** Time passes, and Kinabalu signs in anew. The runner turns the clock back. */
export const later =
  (advance_ms: number): Ready =>
  async (stage) => {
    await stage.world.control('clock', { advance_ms })
    return { ...stage, token: await stage.world.login(stage.credentials) }
  }

export const afterCancelling: Ready = async (stage, { uuid }) => {
  await putState(stage, uuid)
  return stage
}

export const afterNote: Ready = async (stage, reference) => {
  await submitted(stage, buildXml({ version: '1.0', type: '02', reference }))
  return stage
}

/** The buyer’s hand, not the issuer’s. */
export const bySelat: Ready = async (stage) => ({
  ...stage,
  token: await stage.world.login(await stage.world.register(SELAT)),
})

/** The same bytes once more, after so long. */
export const twice =
  (pause_ms: number): Play =>
  async (stage) => {
    const document = buildXml({ version: '1.0' })
    await submitted(stage, document)
    await stage.world.control('clock', { advance_ms: pause_ms })
    return submitted(stage, document)
  }

/** A submission as it is, whatever it is. */
export const posted =
  (body: object | string): Play =>
  async ({ world, token }) =>
    answered(await world.call('POST', SUBMIT, { token, body }))

export const postedEntries =
  (count: number): Play =>
  (stage) =>
    posted({ documents: Array.from({ length: count }, () => entry(buildXml({ version: '1.0' }))) })(stage)

/** A call that only reads. */
export const read =
  (path: string, options: { token?: string } = {}): Play =>
  async ({ world, token }) =>
    answered(await world.call('GET', `/api/v1.0${path}`, { token, ...options }))

/** The same call while the simulator is in trouble. */
export const troubled =
  (fault: string): Play =>
  async (stage) => {
    await stage.world.control('faults', { call: 'search-tin', fault })
    return read(FIND)(stage)
  }

export const FIND = `/taxpayer/search/tin?idType=BRN&idValue=${SELAT.id_value}`

/** Kinabalu’s documents, sent by an intermediary that may, or no longer may, act for it. */
export const onBehalf =
  (still: boolean): Play =>
  async ({ world }) => {
    const agent = { tin: 'C77000000010', id_type: 'BRN', id_value: '201501000077', name: 'Ejen Sdn Bhd' }
    const credentials = await world.register(agent, { represents: [KINABALU.tin] })
    const token = await world.login(credentials, { onbehalfof: KINABALU.tin })
    if (!still) await world.register(agent, { represents: [] })
    return answered(await world.submit(token, [buildXml({ version: '1.0' })]))
  }
