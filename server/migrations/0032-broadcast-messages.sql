-- Owner: notifications. What superadmins tell everybody who signs in.

create table broadcast_messages (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  content text not null,
  is_active boolean not null,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
comment on table broadcast_messages is 'owner: notifications; no scope: shown to everybody who signs in';
create index on broadcast_messages (created_at, id);

create table dismissed_messages (
  message_id uuid not null references broadcast_messages,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  primary key (message_id, user_id)
);
comment on table dismissed_messages is 'owner: notifications; scope: user_id';
create index on dismissed_messages (user_id);
