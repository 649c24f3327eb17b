-- Changes of groups and store codes that one superadmin asks for and another one decides. A request outlives whom and
-- what it tells of, so it refers to nothing.
create table change_requests (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('group', 'store_code')),
  action text not null check (action in ('create', 'edit', 'delete')),
  -- Null until what is to be made is made. What it names may be deleted by another request.
  target_id uuid,
  -- Whose department it is; null for groups.
  sender_entity_id uuid,
  sender_entity_name text not null default '',
  -- The target as it was when this was asked, and as it shall be; null where it is made or deleted.
  before jsonb,
  after jsonb,
  reason text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  rejection_reason text not null default '',
  check ((state = 'pending') = (decided_at is null)),
  check ((action = 'create') = (before is null)),
  check ((action = 'delete') = (after is null))
);
create unique index change_requests_waiting on change_requests (kind, target_id) where state = 'pending';
create index change_requests_pending on change_requests (requested_at) where state = 'pending';
comment on table change_requests is
  'owner: change-requests; no scope: changes of rights are decided by superadmins, who see everything';
