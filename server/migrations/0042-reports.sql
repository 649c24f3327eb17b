-- Owner: reports. Reports of documents as files, once or by a schedule (docs/decisions/034).

create table report_schedules (
  id uuid primary key default gen_random_uuid(),
  -- Whose it is: for whom, and by whose rights, it runs.
  user_id uuid not null references users (id),
  name text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  format text not null check (format in ('csv', 'xlsx')),
  skip_when_empty boolean not null,
  filters jsonb not null,
  next_run_at timestamptz not null,
  last_sent_at timestamptz,
  -- Runs that failed since the last one that did not.
  failures integer not null default 0,
  created_at timestamptz not null
);
comment on table report_schedules is 'owner: reports; scope: user_id';
create index report_schedules_of on report_schedules (user_id, created_at desc, id);
create index report_schedules_due on report_schedules (next_run_at);

create table report_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- Null where it is of none, and where that was deleted.
  schedule_id uuid references report_schedules (id) on delete set null,
  -- adhoc: a person asked for it; due: its time had come; now: somebody wanted one of a schedule at once.
  origin text not null check (origin in ('adhoc', 'due', 'now')),
  name text not null,
  frequency text check (frequency in ('daily', 'weekly', 'monthly')),
  format text not null check (format in ('csv', 'xlsx')),
  skip_when_empty boolean not null,
  filters jsonb not null,
  -- The first day that a run of a schedule covers.
  window_from date,
  state text not null check (state in ('waiting', 'running', 'done', 'skipped', 'failed')),
  -- How often somebody began to write its file; each time it is another one.
  attempts integer not null default 0,
  rows integer not null default 0,
  rows_total integer not null default 0,
  file_key text,
  file_name text not null default '',
  -- The departments of which the file has documents.
  store_code_ids uuid[] not null default '{}',
  fault text not null default '',
  created_at timestamptz not null,
  modified_at timestamptz not null,
  finished_at timestamptz,
  mailed_at timestamptz,
  file_removed_at timestamptz
);
comment on table report_runs is 'owner: reports; scope: user_id';
-- No run of a schedule is made twice, however many workers find that it is due.
create unique index report_runs_due on report_runs (schedule_id, window_from) where origin = 'due';
create unique index report_runs_adhoc on report_runs (user_id)
  where origin = 'adhoc' and state in ('waiting', 'running');
create unique index report_runs_now on report_runs (schedule_id)
  where origin = 'now' and state in ('waiting', 'running');
create index report_runs_of on report_runs (user_id, created_at desc, id);
create index report_runs_of_schedule on report_runs (schedule_id, created_at desc);
create index report_runs_kept on report_runs (created_at);
create index report_runs_open on report_runs (modified_at) where state in ('waiting', 'running');
create index report_runs_files on report_runs (finished_at) where file_key is not null;
