-- Owner: shaping. What must hold for every document, beside our own checks.

create table validation_rules (
  id uuid primary key default gen_random_uuid(),
  field text not null,
  created_at timestamptz not null,
  -- A rule that was deleted stays, since documents were checked by it.
  deleted_at timestamptz
);
comment on table validation_rules is
  'owner: shaping; no scope: the specified payload names no company, so rules hold for all of them';

-- Each change is a version, and none is ever changed but for its end.
create table validation_rule_versions (
  rule_id uuid not null references validation_rules (id),
  version integer not null check (version >= 1),
  condition text not null check (condition in ('regex', '>', '<', '=', 'formula')),
  value text not null,
  error_message text not null,
  active_from timestamptz not null,
  -- When a later one takes its place; null while none is to.
  active_until timestamptz,
  made_at timestamptz not null,
  made_by uuid,
  made_by_name text not null,
  primary key (rule_id, version)
);
comment on table validation_rule_versions is
  'owner: shaping; no scope: the specified payload names no company, so rules hold for all of them';

-- Rules that were in force together: ids and versions, in order, as one text.
create table rule_sets (
  id integer primary key generated always as identity,
  versions text not null unique
);
comment on table rule_sets is
  'owner: shaping; no scope: the specified payload names no company, so rules hold for all of them';

-- By which rules a revision of a document was checked; none where no rule was in force.
create table document_rule_sets (
  document_id uuid not null references documents (id) on delete cascade,
  revision integer not null,
  rule_set_id integer not null references rule_sets (id),
  primary key (document_id, revision)
);
comment on table document_rule_sets is 'owner: shaping; scope: document_id';
