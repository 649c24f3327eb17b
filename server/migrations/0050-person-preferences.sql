-- Owner: users. How screens and mails speak to a person (null: as the browser says), and whether single keys are
-- shortcuts.

alter table users add column language text check (language in ('en', 'ms'));
alter table users add column shortcuts boolean not null default true;
