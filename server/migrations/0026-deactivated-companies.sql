-- Owner: entities. A company can be put out of use; nothing of it is deleted.
alter table sender_entities add column is_active boolean not null default true;
