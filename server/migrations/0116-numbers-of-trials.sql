-- stop: programs of the version before look for a taken number by the former index, and store nothing without it.
-- Owner: documents. A number is taken where the document would go: trials are no tax documents, so what was tried under
-- it is sent under it in production (decision 007). The number stands before the environment, since most look for it
-- alone.
drop index documents_number;
create unique index documents_number on documents (sender_entity_id, invoice_number, environment)
  where status <> 'User Cancelled';
