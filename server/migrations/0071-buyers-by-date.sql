-- Owner: documents. The order in which lists show documents knows their buyers, so that a text of which the rows are
-- many is passed over without reading one of these documents (decision 056).
drop index documents_by_date;
create index documents_by_date on documents (store_code_id, invoice_date desc, created_at desc, id desc)
  include (buyer_name);
