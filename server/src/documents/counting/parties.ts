import { sql } from 'kysely'

/**
 * Whom documents name, kept once for each department: searches look among these first. `texts` is what is kept of them,
 * `found_by` what leads from one to its documents (`document_orders`), `named` which documents have one.
 */
export const PARTIES = [
  {
    table: 'document_buyers',
    texts: ['buyer_name', 'buyer_tin_no', 'buyer_id_no', 'buyer_email'],
    found_by: ['store_code_id', 'buyer_name', 'buyer_id_no'],
    named: sql`TRUE`,
  },
  {
    table: 'document_agents',
    texts: ['agent_number'],
    found_by: ['store_code_id', 'agent_number'],
    named: sql`agent_number <> ''`,
  },
]
