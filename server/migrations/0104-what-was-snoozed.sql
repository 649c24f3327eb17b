-- Owner: notifications. What is snoozed is what was there then: after the one and up to the other. What comes later is
-- told, and to put that under Done does not end the waiting of what is snoozed.

alter table notice_marks
  add column snoozed_after bigint not null default 0,
  add column snoozed_seq bigint not null default 0;
update notice_marks
  set snoozed_after = done_seq, snoozed_seq = (select coalesce(max(seq), 0) from notices)
  where snoozed_until is not null;
