-- Owner: documents. Approvals of many documents in one act (docs/decisions/041).

create table approval_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- As they were called then.
  made_by_name text not null,
  state text not null check (state in ('frozen', 'approving', 'undoable', 'released', 'undoing', 'undone')),
  total integer not null,
  approved integer not null default 0,
  refused integer not null default 0,
  undone integer not null default 0,
  -- What its documents come to by currency, as of then.
  sums jsonb not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- Nothing of it goes to the authority before; null until all is decided.
  release_at timestamptz
);
comment on table approval_runs is 'owner: documents; scope: user_id';
create index approval_runs_of on approval_runs (user_id, created_at desc);
create index approval_runs_created on approval_runs (created_at);
-- The few that hold documents back.
create index approval_runs_open on approval_runs (modified_at) where state in ('approving', 'undoable', 'undoing');

create table approval_run_documents (
  run_id uuid not null references approval_runs (id) on delete cascade,
  -- What a caller names may not be there, hence no reference.
  document_id uuid not null,
  -- The one that the approver saw.
  revision integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'undone')),
  code text not null default '',
  why text not null default '',
  primary key (run_id, document_id)
);
comment on table approval_run_documents is
  'owner: documents; no scope: read only with its approval, which is one person''s';
create index approval_run_documents_of on approval_run_documents (run_id, state, document_id);
