import type { z } from 'zod'
import type { setUp } from '#contract/installation/set-up.ts'
import { PASSWORD } from './world.ts'

/** What somebody fills in at a first start; it takes the simulator. */
export const FIRST_COMPANY = {
  ...{ first_name: 'Nurul', last_name: 'Idris', username: 'nurul', account_email: 'nurul@rimba.example' },
  new_password: PASSWORD,
  ...{ name: 'Rimba Sdn Bhd', tin_no: 'C25845632020', identity_type: 'BRN', identity_number: '202001234567' },
  ...{ sst_no: '', ttx_no: '', email: 'akaun@rimba.example', contact_number: '+60312345678' },
  ...{ address1: '12 Jalan Tun Razak', address2: '', address3: '', zipcode: '50400', city: 'Kuala Lumpur' },
  ...{ state: '14', country: 'MYS', msic_code: '46496', business_description: 'Wholesale of furniture' },
  ...{ store_code: 'HQ', store_name: 'Head office' },
  ...{ environment: 'simulator', client_id: '', client_secret: '' },
} as const satisfies Omit<z.input<typeof setUp.complete.body>, 'token'>
