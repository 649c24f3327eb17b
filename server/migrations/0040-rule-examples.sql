-- Owner: shaping. Documents that a validation rule should let pass, or stop; each of its saves is tried on them.

create table rule_examples (
  id uuid primary key default gen_random_uuid(),
  rule_id uuid not null references validation_rules (id) on delete cascade,
  document_id uuid not null references documents (id) on delete cascade,
  store_code_id uuid not null,
  invoice_number text not null,
  expected text not null check (expected in ('pass', 'stop')),
  -- As it was when it was saved: an edit of the document changes no example.
  content jsonb not null,
  made_at timestamptz not null,
  made_by_name text not null,
  unique (rule_id, document_id)
);
create index rule_examples_document on rule_examples (document_id);
comment on table rule_examples is 'owner: shaping; scope: store_code_id';
