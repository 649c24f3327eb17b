-- Owner: audit. The log of changes is read by the kind of what was changed, and by the field, from its end too, and of
-- each by what was done: what is seldom done to customers lies among the lines of those that came by a file (decision
-- 021).

create index audit_events_target_kind on audit_events (target_kind, action, actor_is_admin, at desc, nr desc);
create index audit_events_field on audit_events (target_kind, field, action, at desc, nr desc);

-- What is done to one kind is not what is done to another: without this a part that nothing has is looked for in all.
create statistics audit_events_done (mcv) on target_kind, field, action from audit_events;
