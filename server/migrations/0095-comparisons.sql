-- Owner: documents. A database that was put back from a backup does not know what was sent since. When a worker was last
-- there stands in it, so that after a silence LHDN is asked first what it has received, and nothing is sent meanwhile.

create table worker_signs (
  -- There is one row.
  is_one boolean primary key default true check (is_one),
  seen_at timestamptz not null
);
comment on table worker_signs is 'owner: documents; no scope: the last minute of a worker, nothing of a company';
-- What is older than this table, too, may have been put back.
insert into worker_signs (seen_at) select at from document_history order by id desc limit 1;

-- What is still to be compared of a company in one environment: all that LHDN received from round_from to slice_to, of the
-- present slice, slice_from to slice_to, from this page on. Without a row nothing is. One of a company without credentials
-- waits for them: they may have come, and been used, after the backup.
create table comparisons (
  sender_entity_id uuid not null references sender_entities (id),
  environment text not null,
  began_at timestamptz not null,
  -- When LHDN was asked in vain, what it said, and whether it refused; null where it has answered, or was not asked yet.
  silent_at timestamptz,
  why text not null default '',
  is_refused boolean not null default false,
  round_from timestamptz not null,
  slice_from timestamptz not null,
  slice_to timestamptz not null,
  page integer not null,
  primary key (sender_entity_id, environment)
);
comment on table comparisons is 'owner: documents; scope: sender_entity_id';

-- What LHDN was found to have by ids that were not known here.
create table found_documents (
  sender_entity_id uuid not null references sender_entities (id),
  environment text not null,
  authority_uuid text not null,
  submission_uid text not null,
  number text not null,
  -- The department whose series the number is of; null for numbers that were not given here.
  store_code_id uuid references store_codes (id),
  is_cancelled boolean not null,
  -- Without its currency, which the search does not tell; null where it could not be read.
  total_payable_amount numeric,
  issued_at timestamptz,
  received_at timestamptz,
  found_at timestamptz not null,
  -- It was taken over as a document of here.
  is_taken boolean not null default false,
  -- When it was seen to be another one than the document that bears its number here.
  differs_at timestamptz,
  primary key (sender_entity_id, environment, authority_uuid)
);
comment on table found_documents is 'owner: documents; scope: sender_entity_id';
create index found_documents_by_number on found_documents (sender_entity_id, environment, number);
create index found_documents_missing on found_documents (store_code_id, found_at)
  where store_code_id is not null and not is_taken and not is_cancelled;
create index found_documents_kept on found_documents (found_at);
