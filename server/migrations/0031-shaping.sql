-- Owner: shaping. What values of documents become, and what fills the empty ones, before they are checked.

create table data_mappings (
  id uuid primary key default gen_random_uuid(),
  field text not null,
  mapping_type text not null check (mapping_type in ('lookup', 'hardcode')),
  lookup_key text not null default '',
  lookup_value text not null default '',
  hardcode_value text not null default '',
  overwrite boolean not null default false,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  check ((mapping_type = 'lookup') = (lookup_key <> '')),
  -- One look-up for each key of a field; and, since a hardcode has no key, one hardcode for each field.
  unique (field, lookup_key)
);
comment on table data_mappings is
  'owner: shaping; no scope: the specified payload names no company, so mappings hold for all of them';

create table enrichment_defaults (
  id uuid primary key default gen_random_uuid(),
  field_name text not null unique,
  default_value text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
comment on table enrichment_defaults is
  'owner: shaping; no scope: the specified payload names no company, so defaults hold for all of them';
