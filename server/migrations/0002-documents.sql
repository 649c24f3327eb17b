-- Owner: documents. Numbering, documents, their history, and the evidence of what was sent.

create table documents (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities (id),
  store_code_id uuid not null references store_codes (id),
  sender_store_code text not null,
  invoice_type text not null,
  document_type text not null,
  selfbilling boolean not null,
  source text not null,
  invoice_number text not null,
  invoice_date date not null,
  invoice_currency text not null,
  total_payable_amount numeric(20, 2) not null,
  supplier_name text not null,
  buyer_name text not null,
  buyer_tin_no text not null,
  buyer_id_no text not null,
  buyer_email text not null,
  agent_number text not null,
  contract_number text not null,
  content jsonb not null,
  content_hash text not null,
  revision integer not null default 1,
  status text not null default 'Pending Approval' check (status in (
    'Pending Approval', 'Approved', 'Submitted', 'Outcome Unknown', 'OnHold', 'Submission Failed', 'Validated',
    'Invalid', 'Approval Rejected', 'User Cancelled')),
  status_message text not null default '',
  approved_hash text,
  approved_by uuid references users (id),
  approved_by_email text,
  approved_at timestamptz,
  environment text not null,
  -- A person's single document never waits behind a bulk upload.
  lane text not null default 'single' check (lane in ('single', 'bulk')),
  authority_uuid text,
  submission_uid text,
  long_id text,
  submitted_at timestamptz,
  validated_at timestamptz,
  -- The buyer asked the authority to reject the document; the answer is a cancellation or nothing.
  reject_requested_at timestamptz,
  reject_reason text not null default '',
  created_by uuid references users (id),
  created_by_name text not null,
  last_edited_by uuid references users (id),
  created_at timestamptz not null,
  modified_at timestamptz not null
);
comment on table documents is 'owner: documents; scope: sender_entity_id, store_code_id';

-- A number is unique per sender entity among documents that are not cancelled.
create unique index documents_number on documents (sender_entity_id, invoice_number) where status <> 'User Cancelled';
create index documents_recent on documents (store_code_id, created_at desc, id);
create index documents_by_status on documents (store_code_id, status, created_at desc);
create index documents_by_date on documents (store_code_id, invoice_date desc);
create index documents_by_creator on documents (created_by, created_at desc);
create index documents_to_send on documents (sender_entity_id, lane, approved_at) where status = 'Approved';
create index documents_authority on documents (authority_uuid) where authority_uuid is not null;
-- What is watched for requests of buyers and for cancellations on the authority's own portal.
create index documents_watched on documents (sender_entity_id, validated_at) where status = 'Validated';
create index documents_rejections on documents (store_code_id, invoice_date desc)
  where status = 'Validated' and reject_requested_at is not null;
create index documents_number_search on documents using gin (invoice_number gin_trgm_ops);
create index documents_buyer_search on documents using gin (buyer_name gin_trgm_ops);

-- What an Idempotency-Key answered first. A document may be made under one key and edited under others, each by
-- another caller, so the keys stand beside it.
create table idempotency_keys (
  -- User id or API key id: whose key it is.
  creator_key text not null,
  key text not null,
  -- The place of the document in the call.
  position integer not null,
  payload_hash text not null,
  document_id uuid not null references documents (id),
  created_at timestamptz not null,
  primary key (creator_key, key, position)
);
comment on table idempotency_keys is 'owner: documents; scope: document_id';
create index idempotency_keys_of on idempotency_keys (document_id);

create table document_history (
  id bigint generated always as identity primary key,
  document_id uuid not null references documents (id),
  sender_entity_id uuid not null references sender_entities (id),
  at timestamptz not null,
  actor_id uuid references users (id),
  actor_name text not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  why text not null,
  revision integer not null,
  content_hash text not null
);
comment on table document_history is 'owner: documents; scope: sender_entity_id';
create index document_history_of on document_history (document_id, id);

create table number_counters (
  store_code_id uuid not null references store_codes (id),
  invoice_type text not null,
  last_count integer not null,
  primary key (store_code_id, invoice_type)
);
comment on table number_counters is 'owner: documents; scope: store_code_id';

create table submissions (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities (id),
  environment text not null,
  -- The sender that holds the lease of this name answers for the intent.
  sender_slot text not null,
  state text not null check (state in ('intent', 'accepted', 'refused', 'unclear', 'not_sent')),
  intended_at timestamptz not null,
  answered_at timestamptz,
  submission_uid text,
  http_status integer,
  correlation_id text not null default '',
  answer text not null default ''
);
comment on table submissions is 'owner: documents; scope: sender_entity_id';
create index submissions_open on submissions (sender_entity_id, sender_slot) where state = 'intent';

create table attempts (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions (id),
  document_id uuid not null references documents (id),
  sender_entity_id uuid not null references sender_entities (id),
  revision integer not null,
  invoice_type text not null,
  code_number text not null,
  total_payable_amount numeric(20, 2) not null,
  -- The exact bytes that go out: never built again for this attempt.
  bytes bytea not null,
  document_hash text not null,
  issued_at timestamptz not null,
  state text not null check (state in ('intent', 'accepted', 'refused', 'unclear', 'not_sent')),
  authority_uuid text,
  answered_at timestamptz,
  answer text not null default '',
  asked_count integer not null default 0,
  resend_count integer not null default 0,
  resent_at timestamptz
);
comment on table attempts is 'owner: documents; scope: sender_entity_id';
-- The guard against a second copy: at most one attempt of a document may be out or unclear at a time.
create unique index attempts_open on attempts (document_id, revision) where state in ('intent', 'accepted', 'unclear');
create index attempts_of_submission on attempts (submission_id);
create index attempts_of_document on attempts (document_id, issued_at);
