-- Owner: views. States of lists that a person keeps under names of their own; nobody else sees them.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null,
  -- What stands behind the address of the list.
  search text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  unique (user_id, list, name)
);
comment on table saved_views is 'owner: views; scope: user_id';
