-- Owner: evidence. Verifications of the audit chain that somebody began on the screen, and what came of them.

create table verification_runs (
  id uuid primary key default gen_random_uuid(),
  begun_at timestamptz not null,
  -- As they were called then.
  begun_by text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'broken_off')),
  records_done bigint not null default 0,
  records_total bigint not null default 0,
  ended_at timestamptz,
  -- The verdict of one that is done.
  verdict jsonb
);
create index verification_runs_begun on verification_runs (begun_at);
-- Never two at once.
create unique index verification_runs_open on verification_runs ((true)) where state in ('waiting', 'running');
comment on table verification_runs is
  'owner: evidence; no scope: a verification looks at the chains of all companies; superadmins only';
