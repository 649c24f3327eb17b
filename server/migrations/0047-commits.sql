-- Owner: commits. What was changed in the code of the portal (docs/decisions/037).

create table commits (
  id uuid primary key default gen_random_uuid(),
  nr bigint generated always as identity unique,
  commit_id text not null unique,
  commit_url text not null,
  at timestamptz not null,
  author_name text not null,
  -- The first paths of each kind; how many more there were stands beside.
  added_files text[] not null,
  removed_files text[] not null,
  modified_files text[] not null,
  files_left_out integer not null
);
comment on table commits is 'owner: commits; no scope: superadmins alone read it';
create index on commits (at, nr);
