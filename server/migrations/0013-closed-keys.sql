-- A key under which nothing had been stored when its caller asked is closed: its call comes too late.
alter table idempotency_keys alter column document_id drop not null;
