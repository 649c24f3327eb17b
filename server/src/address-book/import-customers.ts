import { CustomerWrite } from '#contract/customers.ts'
import { emptyParty } from '#domain/documents/document.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { CUSTOMER_RECORDS } from '#domain/imports/customer-columns.ts'
import type { CustomerField } from '#domain/imports/customer-headings.ts'
import { addCustomers, findAlike, type Known, keyOf } from '../customers/add-many.ts'
import { type JudgedCustomer, judgeCustomer } from '../customers/judge.ts'
import { readAs } from '../platform/http/read-input.ts'
import type { Book, By } from './book.ts'
import { type Input, importBook } from './import-book.ts'

type There = Pick<Known, 'name' | 'identity_number'>

const CUSTOMERS: Book<CustomerField, Known, JudgedCustomer, There> = {
  records: CUSTOMER_RECORDS,
  knownOf: (said) => normaliseIdentity({ ...emptyParty, ...said }).party,
  keyOf,
  judge: (said, now) => {
    const { customer, changes } = judgeCustomer(readAs(CustomerWrite, said), now)
    return { judged: customer, changes }
  },
  findAlike,
  add: (by, { sender_entity_id, rows }) => addCustomers(by, { sender_entity_id, customers: rows }),
  tell: ({ name, identity_number }) => ({ name, identity_number }),
}

/** Brings the customers of a CSV file into the address book of one of the caller's companies (`importBook`). */
export const importCustomers = (by: By, input: Input) => importBook(CUSTOMERS, by, input)
