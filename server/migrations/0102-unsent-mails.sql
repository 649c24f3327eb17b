-- Owner: platform. Mails that were not taken at the last try: to whom, what about and why, never what they say. A row goes
-- once its job has done what it had to.

create table unsent_mails (
  job_id uuid primary key,
  queue text not null,
  recipient text not null,
  subject text not null,
  why text not null,
  tries integer not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  -- It is not tried again.
  gave_up boolean not null
);
comment on table unsent_mails is 'owner: platform; no scope: the mails of all, which superadmins alone read';
create index unsent_mails_kept on unsent_mails (last_failed_at);
