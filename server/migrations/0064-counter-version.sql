-- Owner: documents. What was added up is remembered by whoever reads it until it is added up again (decision 050): then
-- it has another version. Never a number: one that a lost primary gave would be given once more, for something else.

create table document_count_version (
  is_only boolean primary key default true check (is_only),
  version uuid not null default gen_random_uuid()
);
comment on table document_count_version is 'owner: documents; no scope: when counters were added up last';
insert into document_count_version default values;
