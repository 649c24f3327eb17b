-- Owner: documents. The indexes by status and by type know what else is asked for most beside them, so that a word of
-- many buyers among the invalid is found without reading one of these documents (decision 056).

drop index documents_by_status;
create index documents_by_status on documents (store_code_id, status, invoice_date desc, created_at desc, id desc)
  include (invoice_type, buyer_name);
drop index document_orders_type;
create index document_orders_type
  on document_orders (store_code_id, invoice_type, invoice_date, created_at, document_id) include (buyer_name);

-- Most documents are validated, and that is the last step of most: written once, where an index of all would be at each.
create index documents_validated_of_buyer on documents (store_code_id, buyer_name, invoice_date, created_at, id)
  where status = 'Validated';
