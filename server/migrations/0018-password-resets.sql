-- Owner: session. The links by which people choose a new password; of each only the hash of its token is stored.

create table password_resets (
  token_hash text primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  -- When the mail server took the mail.
  sent_at timestamptz,
  -- This link, or another one of the same person after it was sent.
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, valid_until);
create index password_resets_until on password_resets (valid_until);
comment on table password_resets is
  'owner: session; no scope: found only by the hash of the token that was mailed to the person';

-- Owner: access. By what a person names one of the own sessions, without its token.
alter table sessions add column id uuid not null unique default gen_random_uuid();
