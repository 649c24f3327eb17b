-- Owner: notifications. What is told of a trial says so, where its company sends to production by now (decision 007).

alter table notices add column environment text;
comment on column notices.environment is 'Where the document was made for; null where it is about none.';
-- Those that are told to departments are about documents.
update notices n set environment = d.environment from documents d
where d.id = case when n.store_code_id is not null then n.subject::uuid end;
