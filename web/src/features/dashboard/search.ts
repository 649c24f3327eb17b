import { choice, readAddress } from '../../ui/address/read-address.ts'

export const readDashboard = readAddress({ tab: choice(['overview', 'graphs']) })
