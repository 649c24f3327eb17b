import { createCustomer, type NewCustomer } from '../src/customers/create.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { NOON, type World } from './world.ts'

let count = 0

/** A customer of Kinabalu, valid unless told otherwise; answers the id. */
export const buildCustomer = (world: World, given: Partial<NewCustomer> = {}): Promise<string> => {
  count += 1
  const customer: NewCustomer = {
    sender_entity_id: world.company.entities.kinabalu,
    name: `Pelanggan Nombor ${count} Sdn Bhd`,
    entity_code: String(2_000_000_000_000_000 + count),
    tin_no: 'C25845632020',
    identity_type: 'BRN',
    identity_number: `2019010${String(count).padStart(5, '0')}`,
    sst_no: '',
    ttx_no: '',
    email: 'akaun@pelanggan.example',
    contact_number: '+60312345678',
    address1: '12 Jalan Tun Razak',
    address2: '',
    address3: '',
    zipcode: '50400',
    city: 'Kuala Lumpur',
    state: '14',
    country: 'MYS',
    msic_code: '00000',
    business_description: '',
    contact_person: '',
    contact_reference: '',
    bank_number: '',
    source_ui: true,
    is_supplier: false,
    ...given,
  }
  return inTransaction(world.db, (tx) => createCustomer(tx, customer, NOON))
}
