-- Owner: users. Of which kinds of trouble a person wants to be told; the keys are the domain's error types.

alter table users add column notification_preferences text[] not null default '{}'
  check (cardinality(notification_preferences) <= 50);
