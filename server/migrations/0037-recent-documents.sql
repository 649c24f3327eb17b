-- Owner: documents. A rule is tried on the documents of the last days, the newest first, of all companies.
create index documents_created on documents (created_at desc, id desc);
