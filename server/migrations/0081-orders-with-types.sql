-- Owner: documents. Every order knows the type of a document as well, so that what a type has is told in the index, where its
-- row was read for each that was passed over (decision 056).

drop index document_orders_supplier, document_orders_buyer, document_orders_buyer_id, document_orders_number,
  document_orders_contract, document_orders_agent, document_orders_total, document_orders_source;
create index document_orders_supplier
  on document_orders (store_code_id, supplier_name, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_buyer
  on document_orders (store_code_id, buyer_name, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_buyer_id
  on document_orders (store_code_id, buyer_id_no, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_number
  on document_orders (store_code_id, invoice_number, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_contract
  on document_orders (store_code_id, contract_number, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_agent
  on document_orders (store_code_id, agent_number, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_total
  on document_orders (store_code_id, total_payable_amount, invoice_date, created_at, document_id) include (invoice_type);
create index document_orders_source
  on document_orders (store_code_id, source, invoice_date, created_at, document_id) include (invoice_type);
