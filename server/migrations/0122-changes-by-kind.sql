-- Owner: audit. The log of changes is read by the kind of what was changed, and by the field, from its end too (decision 021).

create index audit_events_target_kind on audit_events (target_kind, at desc, nr desc);
create index audit_events_field on audit_events (target_kind, field, at desc, nr desc);
