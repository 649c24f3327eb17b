-- Owner: documents. The order by date has, beside the documents, all the texts that are looked for in it: written once, where
-- the index by date of the documents themselves is written at each step (decision 056).
create index document_orders_dated on document_orders (store_code_id, invoice_date, created_at, document_id)
  include (invoice_type, invoice_number, contract_number, agent_number, buyer_name, buyer_id_no);
drop index documents_by_date;
create index documents_by_date on documents (store_code_id, invoice_date desc, created_at desc, id desc);
