-- Owner: imports. Large files of documents on their way from a file to stored documents (docs/decisions/029). Nothing
-- here refers to a company's rows, so that an import outlives none of them and holds none of them back.

create table imports (
  id uuid primary key default gen_random_uuid(),
  -- The person or the API key whose it is; nobody else sees it.
  maker_id uuid not null,
  maker_kind text not null check (maker_kind in ('user', 'api_key')),
  -- The company whose columns it remembers, where it is of one.
  sender_entity_id uuid,
  file_name text not null,
  file_key text not null,
  file_hash text not null,
  file_bytes bigint not null,
  check_only boolean not null,
  -- Came through a door of programs: it goes through all steps by itself.
  unattended boolean not null,
  state text not null check (state in (
    'matching', 'loading', 'checking', 'checked', 'storing', 'done', 'cancelled', 'failed')),
  headings text[] not null,
  -- For each heading its first values, its field (null: left out) and how that was found.
  samples jsonb not null,
  fields text[] not null,
  matches text[] not null,
  notes text[] not null,
  rows_in_file integer not null,
  -- How far the work is. Each batch moves these on in the transaction that writes what it did.
  rows integer not null default 0,
  -- The last row that has been loaded, then the last document that has been judged or stored.
  done_to integer not null default 0,
  -- The document to which the last row belongs that has been loaded and had a number.
  above integer,
  rows_bad integer not null default 0,
  documents integer not null default 0,
  pending integer not null default 0,
  good integer not null default 0,
  bad integer not null default 0,
  dropped integer not null default 0,
  stored integer not null default 0,
  already integer not null default 0,
  fault text not null default '',
  created_at timestamptz not null,
  modified_at timestamptz not null,
  finished_at timestamptz
);
comment on table imports is 'owner: imports; scope: maker_id';
create index imports_of_maker on imports (maker_id, created_at desc, id);
-- The same file once more answers the import that it made.
create unique index imports_file on imports (maker_id, file_hash, check_only, unattended)
  where state not in ('cancelled', 'failed');
create index imports_working on imports (modified_at) where state in ('loading', 'checking', 'storing');
create index imports_kept on imports (modified_at);

create table import_documents (
  import_id uuid not null,
  -- The number of the first row that it had.
  document integer not null,
  -- Empty: a row without a number, which is a document by itself, and a bad one.
  invoice_number text not null,
  rows integer not null,
  -- A row without a number stands below one of its rows, and may be another line of it.
  loose_row integer,
  state text not null check (state in ('pending', 'good', 'bad', 'dropped', 'stored', 'already')),
  rows_bad integer not null default 0,
  document_id uuid,
  primary key (import_id, document)
);
comment on table import_documents is 'owner: imports; no scope: reached through its import, which is its maker''s';
create unique index import_documents_number on import_documents (import_id, invoice_number) where invoice_number <> '';
create index import_documents_loose on import_documents (import_id, loose_row) where loose_row is not null;

create table import_rows (
  import_id uuid not null,
  row integer not null,
  document integer not null,
  -- The texts of its cells. As json, which is kept as it came and read by no more than its parser.
  cells json not null,
  -- As they stand in the file, where they have been changed.
  original json,
  primary key (import_id, row)
);
comment on table import_rows is 'owner: imports; no scope: reached through its import, which is its maker''s';
create index import_rows_of on import_rows (import_id, document, row);

create table import_faults (
  import_id uuid not null,
  document integer not null,
  row integer not null,
  field text not null,
  message text not null,
  -- Of which problem it is one.
  problem text not null,
  -- What stands in the cell, shortened.
  value text not null
);
comment on table import_faults is 'owner: imports; no scope: reached through its import, which is its maker''s';
create index import_faults_of on import_faults (import_id, document, row);
create index import_faults_problem on import_faults (import_id, problem, document, row);

-- Corrections and fixes, so that the last one can be taken back.
create table import_changes (
  id uuid primary key default gen_random_uuid(),
  import_id uuid not null,
  nr integer not null,
  label text not null,
  -- [[row, column, what stood there], …]
  cells json not null,
  made_at timestamptz not null,
  unique (import_id, nr)
);
comment on table import_changes is 'owner: imports; no scope: reached through its import, which is its maker''s';

-- What a company's columns were matched with last, by their headings.
create table import_columns (
  sender_entity_id uuid not null,
  headings_hash text not null,
  fields text[] not null,
  modified_at timestamptz not null,
  primary key (sender_entity_id, headings_hash)
);
comment on table import_columns is 'owner: imports; scope: sender_entity_id';
