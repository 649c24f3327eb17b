-- Owner: documents. Cancellations of many documents in one act (docs/decisions/066).

create table cancellation_runs (
  id uuid primary key default gen_random_uuid(),
  -- One company in one environment: its documents share a pace and an obstacle.
  sender_entity_id uuid not null references sender_entities (id),
  environment text not null,
  user_id uuid not null references users (id),
  -- As they were called then.
  made_by_name text not null,
  reason text not null,
  state text not null check (state in ('cancelling', 'stopped', 'ended')),
  total integer not null,
  -- What it waits for beside its turn; empty while it goes on.
  waits_why text not null default '',
  created_at timestamptz not null,
  modified_at timestamptz not null
);
comment on table cancellation_runs is 'owner: documents; scope: sender_entity_id';
create index cancellation_runs_of on cancellation_runs (user_id, modified_at desc);
create index cancellation_runs_created on cancellation_runs (created_at);
create index cancellation_runs_open on cancellation_runs (modified_at) where state = 'cancelling';

create table cancellation_run_documents (
  run_id uuid not null references cancellation_runs (id) on delete cascade,
  document_id uuid not null,
  -- The end of its 72 hours: those that end first are cancelled first.
  cancel_by timestamptz,
  state text not null check (state in ('waiting', 'asking', 'cancelled', 'refused', 'unclear', 'not_asked')),
  code text not null default '',
  why text not null default '',
  primary key (run_id, document_id)
);
comment on table cancellation_run_documents is
  'owner: documents; no scope: read only with its run, which is of one company';
-- A document waits in one run at most.
create unique index cancellation_run_documents_open on cancellation_run_documents (document_id)
  where state in ('waiting', 'asking');
