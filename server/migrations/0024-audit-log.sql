-- Owner: audit. The log is read from its end: whole, by who acted, by what was changed, by rights and action; who read or exported one is told there too.

alter table audit_events drop constraint audit_events_action_check;
alter table audit_events add constraint audit_events_action_check
  check (action in ('create', 'update', 'delete', 'read', 'export'));

drop index audit_events_at, audit_events_target;
create index audit_events_log on audit_events (at desc, nr desc);
create index audit_events_actor on audit_events (coalesce(user_id, api_key_id), at desc, nr desc);
create index audit_events_target on audit_events (target_kind, target_id, at desc, nr desc);
create index audit_events_kind on audit_events (actor_is_admin, action, at desc, nr desc);
