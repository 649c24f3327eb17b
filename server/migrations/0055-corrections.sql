-- Owner: documents. A document that replaces another one, of which the cancellation was asked for when it was stored.
-- It waits until the authority has cancelled that, and is not approved before: never are both of them valid.
alter table documents
  add column corrects uuid references documents (id),
  add column awaits_cancellation boolean not null default false,
  add constraint documents_replaced_first check (not awaits_cancellation or approved_hash is null);

-- One document replaces another one, unless it was withdrawn.
create unique index documents_successor on documents (corrects) where corrects is not null and status <> 'User Cancelled';
create index documents_awaiting on documents (corrects) where awaits_cancellation;
create index documents_corrects on documents (corrects) where corrects is not null;
