-- Owner: documents. What was sent in, as it came: the Original Data of each revision. Apart from the documents, whose
-- rows are read whole at every step.

create table document_originals (
  document_id uuid not null references documents (id),
  revision integer not null,
  received_at timestamptz not null,
  -- The body of a call has at most 2 MB; its numbers may be longer written out.
  payload text not null check (octet_length(payload) <= 5000000),
  primary key (document_id, revision)
);
comment on table document_originals is 'owner: documents; scope: document_id';
