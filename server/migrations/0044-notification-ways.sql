-- Owner: users. How a person is told of each kind of thing; what is absent is as usual. The list of keys that was kept
-- until now is what is not off, so there is one place for both. An empty list was how everybody began.

alter table users add column notification_ways jsonb not null default '{}'
  check (jsonb_typeof(notification_ways) = 'object' and length(notification_ways::text) <= 5000);
update users set notification_ways = (
  select jsonb_object_agg(key, case when key = any(notification_preferences) then 'at_once' else 'off' end)
  from unnest(array['submission_failed', 'invalid', 'outcome_unknown', 'on_hold', 'rejection_requested',
    'cancellation_failed', 'certificate_ending']) key
) where notification_preferences <> '{}';
alter table users drop column notification_preferences;
