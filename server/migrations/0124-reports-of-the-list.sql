-- stop: a worker of the version before would make a report of everything where the list's own export is wanted.
-- Owner: reports. What the list of documents was narrowed by whose export this is (decision 034); null: a report.
alter table report_runs add column list_filters jsonb;
