-- Owner: documents. Keys are thrown away by their age; without this every purge would read them all.

create index idempotency_keys_age on idempotency_keys (created_at);
