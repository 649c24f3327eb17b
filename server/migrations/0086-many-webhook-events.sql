-- Owner: webhooks. What waits for a webhook is found in the order in which it is sent, however much was sent before and
-- however much waits. It is the only index of what waits: where one by the time of the next try lies beside it and the
-- statistics are a day old, all that waits is read and sorted for each five.

drop index webhook_deliveries_webhook_id_next_try_at_idx, webhook_deliveries_next_try_at_idx;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, nr, next_try_at) where state = 'waiting';
-- What was sent stands in this index until it is vacuumed, before what waits: by itself that is a fifth of a month's
-- events, walked through for each five. The statistics say how much waits, which changes within the hour.
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Since when it is gone for everybody; what it was told is thrown away a part at a time, and then it.
alter table webhooks add column removed_at timestamptz;
