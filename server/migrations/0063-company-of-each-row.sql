-- Owners: documents, shaping. What grows with the documents says whose it is, so that a company can live on a machine of
-- its own (deploy/citus, decision 057). Rows from before stay as they are: only who distributes them fills them in.
alter table document_originals add column sender_entity_id uuid;
alter table document_rule_sets add column sender_entity_id uuid;

-- Few rows, and a key that is written by: the same on one machine and on many.
alter table number_counters add column sender_entity_id uuid;
update number_counters set sender_entity_id = store_codes.sender_entity_id
from store_codes where store_codes.id = number_counters.store_code_id;
alter table number_counters
  alter column sender_entity_id set not null,
  drop constraint number_counters_pkey,
  add primary key (store_code_id, invoice_type, sender_entity_id);
