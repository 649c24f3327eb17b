-- What a try to sign in is counted by. `username` and `ip` stay as they came, for people who read the log.
alter table login_records
  -- In which order they came; a success forgives what came before it, also within one millisecond.
  add column nr bigint generated always as identity,
  -- 'user <id>', or 'name <as typed>' where nobody has that name.
  add column account text,
  -- 'device <id>' that has signed in to this account before, 'user <id>' to whom a device belongs that has signed in
  -- to another one only, else 'address <network>'.
  add column source text,
  -- Whether this account has signed in from there before: with this device, from this address lately, or never.
  add column standing text check (standing in ('device', 'known', 'new'));

update login_records set
  account = case when user_id is null then 'name ' || username else 'user ' || user_id end,
  source = 'address ' || ip,
  standing = 'new';

alter table login_records
  alter column account set not null,
  alter column source set not null,
  alter column standing set not null;

-- Tries are counted by these three and by nothing else; refused ones are not even written.
create index login_records_open_account on login_records (account, at) where outcome <> 'succeeded';
create index login_records_open_source on login_records (source, at) where outcome <> 'succeeded';
create index login_records_succeeded on login_records (account, source, nr) where outcome = 'succeeded';
drop index login_records_username;
drop index login_records_ip;
