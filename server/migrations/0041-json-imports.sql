-- Owner: imports. Files of JSON are imported as those of CSV are (docs/decisions/033): each document is one row.

alter table imports add column format text not null default 'csv' check (format in ('csv', 'json'));
-- How long its rows were in all as they came: what is judged at once is bounded by it.
alter table import_documents add column chars integer not null default 0;
