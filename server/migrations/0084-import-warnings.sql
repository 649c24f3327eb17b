-- Owner: imports. What somebody should look at in documents that are taken all the same (docs/decisions/010). Of imports
-- that were judged before nothing is known; they are judged again when they are stored.

alter table imports
  -- Documents that have warnings.
  add column warned integer not null default 0,
  -- What each kind of warning says, once for all documents that have it: its field and its words, by its problem.
  add column warning_kinds jsonb not null default '{}';
-- The rows that each kind of warning concerns, by its problem; null where there is none.
alter table import_documents add column warnings jsonb;
