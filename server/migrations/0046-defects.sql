-- Owner: defects. What is wrong with the portal or missing in it, as people who sign in tell it (docs/decisions/036).

create table defects (
  id uuid primary key default gen_random_uuid(),
  -- The number that people call it by.
  nr bigint generated always as identity unique,
  defect_description text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  category text not null check (category in ('Defect', 'Enhancement', 'Clarification')),
  detected_on date not null,
  status text not null check (status in (
    'new', 'assigned', 'in_progress', 'fixed', 'retest', 'deferred', 'closed', 'rejected')),
  sprint_number text not null,
  brd_id text not null,
  brd_description text not null,
  tester_comments text not null default '',
  tested_by text not null default '',
  dev_due_date date,
  assigned_to text not null default '',
  closing_date date,
  root_cause text not null default '',
  other_root_cause text not null default '',
  resolution text not null default '',
  created_by uuid not null references users,
  created_by_name text not null,
  created_at timestamptz not null,
  -- The last of all that was done to it, and the last change of its fields.
  updated_at timestamptz not null,
  modified_at timestamptz not null
);
comment on table defects is 'owner: defects; no scope: open to everybody who signs in';
create index on defects (created_at, nr);
create index on defects (created_by);

create table defect_comments (
  id uuid primary key default gen_random_uuid(),
  nr bigint generated always as identity unique,
  defect_id uuid not null references defects,
  comment text not null,
  commenter_id uuid not null references users,
  commenter_name text not null,
  created_at timestamptz not null
);
comment on table defect_comments is 'owner: defects; no scope: read with its defect, by everybody who signs in';
create index on defect_comments (defect_id, nr);
create index on defect_comments (commenter_id);

create table defect_files (
  id uuid primary key,
  nr bigint generated always as identity unique,
  -- Null while it is being stored, and for good where what it was sent with was refused: such a row goes after a day.
  defect_id uuid references defects,
  kind text not null check (kind in ('screenshot', 'attachment')),
  name text not null,
  content_type text not null,
  bytes integer not null,
  sha256 text not null,
  created_by uuid not null references users,
  created_by_name text not null,
  created_at timestamptz not null
);
comment on table defect_files is 'owner: defects; no scope: read with its defect, by everybody who signs in';
-- What is sent again, because the answer was lost, is there already.
create unique index defect_files_content on defect_files (defect_id, kind, sha256);
create index on defect_files (created_by);
create index defect_files_loose on defect_files (created_at) where defect_id is null;
