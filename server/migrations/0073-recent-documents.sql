-- Owner: documents. When a document was made stays as it is: the order of all companies' stands beside the documents,
-- where it is written once and not at each step.
drop index documents_created;
create index document_orders_created on document_orders (created_at desc, document_id desc);
