-- Owner: documents. The whole order in which lists show documents, of a department and of each of its statuses: a page
-- is read off one end, or from the day on which it begins (decision 050).
drop index documents_by_date;
create index documents_by_date on documents (store_code_id, invoice_date desc, created_at desc, id desc);
drop index documents_by_status;
create index documents_by_status on documents (store_code_id, status, invoice_date desc, created_at desc, id desc);

-- What was made on the screens, last changed first.
create index documents_on_screen on documents (store_code_id, modified_at desc, id) where source = 'UI';
