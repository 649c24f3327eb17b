import { z } from 'zod'
import { entities } from '#contract/entities.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { ask } from '../src/entities/access/equip.ts'
import type { Who, World } from './world.ts'

const KINABALU = ENTITIES.kinabalu
const Issued = z.object({ pkcs12_base64: z.string(), password: z.string() })

type Wanted = { tin?: string; brn?: string; name?: string; from_days?: number; until_days?: number }

/** A PKCS#12 file of the simulator's authority, for Kinabalu and a year unless told otherwise; days from now. */
export const issuePkcs12 = async (
  world: World,
  { tin = KINABALU.tin_no, brn = KINABALU.identity_number, name = KINABALU.name, ...span }: Wanted = {},
) => {
  const at = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString()
  const { pkcs12_base64, password } = await ask(`${world.simulator_url}/_sim/certificates`, Issued, {
    tin,
    brn,
    name,
    not_before: at(span.from_days ?? -1),
    not_after: at(span.until_days ?? 365),
  })
  return { file: new File([Buffer.from(pkcs12_base64, 'base64')], 'signing.p12'), password }
}

/** Uploads a file as a superadmin would, to Kinabalu's access to the simulator unless told otherwise. */
export const uploadPkcs12 = (
  world: World,
  given: { file: File; password: string; environment?: string },
  who: Who = 'devi',
) => {
  const form = { environment: 'simulator', ...given }
  return world
    .as(who)
    .callWrongly(entities.addCertificate, { params: { id: world.company.entities.kinabalu }, form })
}
