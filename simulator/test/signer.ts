import { createKeys, issueCertificate } from '../src/certificates/issue.ts'
import { KINABALU } from './build.ts'

const DAY_MS = 86_400_000

/** A trial CA and an organisation certificate for Kinabalu, without a running simulator. */
export const newAuthority = () => {
  const keys = createKeys(Date.now())
  const issue = (more: Partial<Parameters<typeof issueCertificate>[1]> = {}) =>
    issueCertificate(keys, {
      tin: KINABALU.tin,
      brn: KINABALU.id_value,
      name: KINABALU.name,
      not_before: Date.now() - DAY_MS,
      not_after: Date.now() + DAY_MS,
      ...more,
    })
  return { keys, issue }
}
