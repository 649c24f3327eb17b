import { sign } from 'node:crypto'
import { createSigner } from '../../server/src/authority/signing/sign.ts'
import { openGate } from '../../server/src/authority/wire/gate.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { engineFor, sendAll, time } from './sending.ts'
import { makeTrialCertificate } from './trial-certificate.ts'

const DOCUMENTS_TO_WARM_UP = 1_000
const SIGNATURES = 1_000
const BODY_BYTES = 8_000

/** Read, build, sign, batch, send and commit, against nothing but RSA-2048 on one core over as many bytes. */
export const benchPipeline = async (stage: PipelineStage, documents: number): Promise<Row> => ({
  name: 'pipeline to an answering authority against RSA-2048 alone',
  ...(await measurePipeline(stage, stage.answering_url, documents)),
  goal: 0.45,
  floor: 0.1,
})

/** The same, while the simulator examines each document on the same two cores. */
export const benchExamined = async (stage: PipelineStage, documents: number): Promise<Row> => ({
  name: 'the same to the simulator, which verifies each signature',
  ...(await measurePipeline(stage, stage.simulator_url, documents)),
  floor: 0.05,
})

/** The yardstick is taken before and after, so that both see the machine in much the same mood. */
const measurePipeline = async (stage: PipelineStage, authority_url: string, documents: number) => {
  const engine = engineFor(stage, authority_url, openGate())
  await stage.approve(DOCUMENTS_TO_WARM_UP)
  await sendAll(stage, engine)
  await stage.approve(documents)
  const before_ms = await timeSigning()
  const ms = await time(() => sendAll(stage, engine))
  const signature_ms = (before_ms + (await timeSigning())) / 2
  return {
    figure: `${Math.round((documents / ms) * 1000)} documents/s`,
    ratio: signature_ms / (ms / documents),
  }
}

/** The time of one signature, in ms. */
const timeSigning = async (): Promise<number> => {
  const { key } = createSigner(makeTrialCertificate())
  const body = Buffer.alloc(BODY_BYTES, 'x')
  const ms = await time(() => {
    for (let at = 0; at < SIGNATURES; at++) sign('sha256', body, key)
  })
  return ms / SIGNATURES
}
