import type { documents } from '#contract/documents.ts'
import type { Output } from '#contract/endpoint.ts'
import { MailBanner } from './MailBanner.tsx'
import { MissingBanner } from './MissingBanner.tsx'
import { WorkerBanner } from './WorkerBanner.tsx'

type Troubles = Pick<Output<typeof documents.troubles>, 'worker' | 'mails' | 'missing'>

/** What hardly ever is told, and is fetched then: no worker, mails that do not arrive, what LHDN alone has. */
export const RareTroubles = ({ worker, mails, missing }: Troubles) => (
  <>
    {worker && <WorkerBanner away={worker} />}
    {mails && <MailBanner mails={mails} />}
    {missing.map((one) => (
      <MissingBanner key={`${one.sender_entity_id} ${one.environment}`} missing={one} />
    ))}
  </>
)
