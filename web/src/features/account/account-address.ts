import { choice, readAddress } from '../../ui/address/read-address.ts'

export const readAccount = readAddress({ tab: choice(['details', 'notifications']) })
