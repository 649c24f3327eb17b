-- Owner: audit. The logs are also read by a name as it stood at the time: of nobody any more, of an address that was
-- changed since, and of Lulus itself, which has no id.

create index audit_events_actor_name on audit_events (lower(actor_name), at desc, nr desc);
create index audit_events_actor_email on audit_events (lower(actor_email), at desc, nr desc);
create index audit_events_person on audit_events (lower(target_name), at desc, nr desc) where target_kind = 'user';
create index admin_calls_actor_name on admin_calls (lower(actor_name), at desc, nr desc);
