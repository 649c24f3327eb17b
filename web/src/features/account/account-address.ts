import { z } from 'zod'
import { readAddress } from '../../ui/address/read-address.ts'

export const readAccount = readAddress({ tab: z.enum(['details', 'notifications']) })
