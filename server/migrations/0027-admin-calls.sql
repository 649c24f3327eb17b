-- Owner: audit. Every call of administration, written before it is answered; refused ones too.
create table admin_calls (
  nr bigint generated always as identity primary key,
  at timestamptz not null,
  -- Who called: a person or a key. A call outlives whoever made it.
  actor_id uuid not null,
  actor_name text not null,
  method text not null,
  -- The path as it was called, without its query.
  path text not null,
  ip text not null,
  -- False: whoever called was turned away.
  admitted boolean not null
);
create index admin_calls_log on admin_calls (at desc, nr desc);
create index admin_calls_actor on admin_calls (actor_id, at desc, nr desc);
create index admin_calls_method on admin_calls (method, at desc, nr desc);
comment on table admin_calls is
  'owner: audit; no scope: calls of administration concern the whole installation; superadmins only';
