-- People of the directory are known by the directory's own id of their entry, which outlives a change of name and is
-- never given to the next person of the same name. A local account has neither: no directory can take it over.
alter table users add column origin text not null default 'local' check (origin in ('local', 'directory'));
-- Null until the person signs in for the first time.
alter table users add column directory_id text;
update users set origin = 'directory' where password_hash is null;
alter table users add constraint users_of_directory check (
  case origin when 'directory' then password_hash is null else directory_id is null end);
create unique index users_directory_id on users (directory_id);
