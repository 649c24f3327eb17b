-- Who may come in, for whom they act, and what an entity keeps beside its documents. Each table's comment
-- names the room that owns it, which alone writes it, and the column that decides who may see a row.
create extension if not exists pg_trgm;

create table sender_entities (
  id uuid primary key default gen_random_uuid(),
  entity_code text not null unique check (entity_code ~ '^[0-9]{16}$'),
  name text not null,
  tin_no text not null,
  identity_type text not null,
  identity_number text not null,
  sst_no text not null default '',
  ttx_no text not null default '',
  email text not null default '',
  contact_number text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  address3 text not null default '',
  zipcode text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default 'MYS',
  msic_code text not null default '',
  business_description text not null default '',
  environment text not null check (environment in ('simulator', 'preprod', 'prod')),
  image text not null default '' check (length(image) <= 500000),
  created_at timestamptz not null,
  modified_at timestamptz not null
);
comment on table sender_entities is 'owner: entities; scope: id';

create table store_codes (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities,
  code text not null check (code ~ '^[A-Za-z0-9-]{1,20}$'),
  name text not null,
  created_at timestamptz not null,
  unique (sender_entity_id, code),
  -- The target of every "this store belongs to this entity" reference.
  unique (sender_entity_id, id)
);
comment on table store_codes is 'owner: entities; scope: sender_entity_id';

create table entity_secrets (
  sender_entity_id uuid primary key references sender_entities,
  environment text not null check (environment in ('simulator', 'preprod', 'prod')),
  client_id_sealed text not null,
  client_secret_sealed text not null,
  certificate_pem text not null,
  private_key_sealed text not null,
  certificate_subject text not null,
  certificate_issuer text not null,
  certificate_serial text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  modified_at timestamptz not null
);
comment on table entity_secrets is 'owner: entities; scope: sender_entity_id';

create table users (
  id uuid primary key default gen_random_uuid(),
  -- An address may only serve as its owner's own name, so that a name never answers for two people.
  username text not null check (position('@' in username) = 0 or lower(username) = lower(email)),
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  access_type text not null check (access_type in ('superadmin', 'staff', 'user')),
  -- Null for people of the directory.
  password_hash text,
  is_active boolean not null default true,
  image text not null default '' check (length(image) <= 500000),
  created_at timestamptz not null
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
comment on table users is
  'owner: users; no scope: people exist beside entities; user_entities says where they belong';

create table groups (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null
);
create unique index groups_name on groups (lower(name));
comment on table groups is
  'owner: users; no scope: sets of flags are the same for all entities';

create table group_permissions (
  group_id uuid not null references groups on delete cascade,
  flag text not null check (flag in (
    'can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv', 'can_approve_invoice',
    'can_view_all', 'can_perform_mapping')),
  primary key (group_id, flag)
);
comment on table group_permissions is
  'owner: users; no scope: part of groups';

create table user_groups (
  user_id uuid not null references users,
  group_id uuid not null references groups on delete cascade,
  primary key (user_id, group_id)
);
create index user_groups_group on user_groups (group_id);
comment on table user_groups is
  'owner: users; no scope: part of users';

create table user_entities (
  user_id uuid not null references users,
  sender_entity_id uuid not null references sender_entities,
  primary key (user_id, sender_entity_id)
);
comment on table user_entities is
  'owner: users; no scope: this table is the scope of people';

create table user_store_codes (
  user_id uuid not null references users,
  store_code_id uuid not null references store_codes,
  primary key (user_id, store_code_id)
);
comment on table user_store_codes is
  'owner: users; no scope: this table is the scope of people';

create table sessions (
  token_hash text primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  absolute_until timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id);
create index sessions_end on sessions (absolute_until);
comment on table sessions is
  'owner: access; no scope: found only by the hash of the token that the caller holds';

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  key_hash text not null unique,
  sender_entity_id uuid not null references sender_entities,
  flags text[] not null check (flags <@ array[
    'can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv', 'can_approve_invoice',
    'can_view_all', 'can_perform_mapping']),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (sender_entity_id, id)
);
comment on table api_keys is 'owner: access; scope: sender_entity_id';

create table api_key_store_codes (
  api_key_id uuid not null,
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  primary key (api_key_id, store_code_id),
  foreign key (sender_entity_id, api_key_id) references api_keys (sender_entity_id, id) on delete cascade,
  foreign key (sender_entity_id, store_code_id) references store_codes (sender_entity_id, id)
);
comment on table api_key_store_codes is 'owner: access; scope: sender_entity_id';

create table login_records (
  id uuid primary key default gen_random_uuid(),
  -- As typed, lower case, so that unknown names are slowed down like known ones.
  username text not null,
  user_id uuid references users,
  -- 'pending' while the password is being compared; counts as a wrong try until it is decided.
  outcome text not null check (outcome in ('pending', 'failed', 'succeeded')),
  ip text not null,
  user_agent text not null,
  at timestamptz not null
);
create index login_records_username on login_records (username, at desc);
create index login_records_ip on login_records (ip, at desc);
create index login_records_at on login_records (at desc);
comment on table login_records is
  'owner: session; no scope: a try to sign in may belong to nobody; superadmins only';

create table audit_events (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  -- Who: a person, a key, or the system itself (both null).
  user_id uuid references users,
  api_key_id uuid references api_keys,
  action text not null check (action in ('create', 'update', 'delete')),
  target_kind text not null,
  target_id text not null,
  field text not null default '',
  old_value text not null default '',
  new_value text not null default ''
);
create index audit_events_at on audit_events (at desc);
create index audit_events_target on audit_events (target_kind, target_id, at desc);
comment on table audit_events is
  'owner: audit; no scope: changes of users and settings concern no entity; superadmins only';

create table settings (
  key text primary key,
  category text not null,
  value jsonb not null,
  modified_at timestamptz not null,
  modified_by uuid references users
);
comment on table settings is
  'owner: settings; no scope: one set of settings for the whole installation';

create table customers (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities,
  name text not null,
  entity_code text not null default '',
  tin_no text not null default '',
  identity_type text not null,
  identity_number text not null,
  sst_no text not null default '',
  ttx_no text not null default '',
  email text not null default '',
  contact_number text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  address3 text not null default '',
  zipcode text not null default '',
  city text not null default '',
  -- A state code in Malaysia, free text elsewhere.
  state text not null default '',
  country text not null default 'MYS',
  msic_code text not null default '',
  business_description text not null default '',
  contact_person text not null default '',
  contact_reference text not null default '',
  bank_number text not null default '',
  source_ui boolean not null default true,
  is_supplier boolean not null default false,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create index customers_name on customers (sender_entity_id, lower(name));
create index customers_identity on customers (sender_entity_id, identity_number);
create index customers_search on customers
  using gin (lower(name || ' ' || tin_no || ' ' || identity_number) gin_trgm_ops);
comment on table customers is 'owner: customers; scope: sender_entity_id';

create table portal_items (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities,
  classification text not null,
  item_description text not null,
  tax_type text not null,
  tax_rate numeric(5, 2) not null default 0 check (tax_rate >= 0),
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create index portal_items_description on portal_items (sender_entity_id, lower(item_description));
create index portal_items_search on portal_items
  using gin (lower(item_description || ' ' || classification) gin_trgm_ops);
comment on table portal_items is 'owner: items; scope: sender_entity_id';

create table templates (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities,
  created_by uuid not null references users,
  name text not null,
  description text not null default '',
  invoice jsonb not null,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create index templates_modified on templates (sender_entity_id, modified_at desc);
comment on table templates is 'owner: templates; scope: sender_entity_id';
