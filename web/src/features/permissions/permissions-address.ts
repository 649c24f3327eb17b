import { choice, readAddress } from '../../ui/address/read-address.ts'

/** Which tab is shown; the groups unless the address says otherwise. */
export const readPermissions = readAddress({ tab: choice(['departments']) })
