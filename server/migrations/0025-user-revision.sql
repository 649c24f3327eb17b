-- Owner: users. Counts the changes by administrators, so that two of them do not undo each other's work.
alter table users add column revision integer not null default 0 check (revision >= 0);
