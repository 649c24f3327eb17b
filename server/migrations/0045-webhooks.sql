-- Owner: webhooks. Addresses of programs that are told what becomes of documents, and what each was told
-- (docs/decisions/038).

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null,
  -- What the key covers is what is told.
  api_key_id uuid not null,
  url text not null,
  description text not null,
  -- Empty: all there are.
  events text[] not null,
  is_active boolean not null,
  -- Why it was switched off, where the server did it.
  off_reason text not null default '',
  -- Who made or last changed it.
  owner_id uuid not null references users,
  secret_sealed text not null,
  -- The secret before this one signs as well, until then.
  former_secret_sealed text,
  former_until timestamptz,
  -- Since when nothing has arrived; null while it does.
  failing_since timestamptz,
  -- A job sends to it until then; one that died ends by itself.
  busy_until timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  foreign key (sender_entity_id, api_key_id) references api_keys (sender_entity_id, id) on delete cascade
);
comment on table webhooks is 'owner: webhooks; scope: sender_entity_id';
create index on webhooks (sender_entity_id, api_key_id);
create index on webhooks (owner_id);
create index on webhooks (created_at);

create table webhook_deliveries (
  -- The order in which they arrived here.
  nr bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id text not null,
  event_type text not null,
  -- The document's department, by which the key is judged at each try; null for a test.
  store_code_id uuid,
  -- The very bytes of each try.
  body text not null,
  at timestamptz not null,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'stopped')),
  tries integer not null default 0,
  -- While it waits. A try that is under way moves it on first, so that one that was killed is made again.
  next_try_at timestamptz,
  tried_at timestamptz,
  -- What came of the last try.
  status_code integer,
  took_ms integer,
  answer text not null default '',
  fault text not null default '',
  check ((state = 'waiting') = (next_try_at is not null)),
  unique (webhook_id, event_id)
);
comment on table webhook_deliveries is 'owner: webhooks; no scope: reached through its webhook, which is of a company';
create index on webhook_deliveries (webhook_id, at desc, nr desc);
create index on webhook_deliveries (webhook_id, next_try_at) where state = 'waiting';
create index on webhook_deliveries (next_try_at) where state = 'waiting';
create index on webhook_deliveries (at);
