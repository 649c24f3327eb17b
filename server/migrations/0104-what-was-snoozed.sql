-- Owner: notifications. What a person put aside is a set of what was there then, done or snoozed: what comes later is
-- told, to put that under Done does not end the waiting of what is snoozed, and to snooze again brings nothing back.
-- `done_seq` and the `done_before` beside it are read by the version before only.

alter table notice_marks
  add column done int8multirange not null default '{}',
  -- What undoing brings back.
  add column formerly_done int8multirange not null default '{}',
  add column snoozed int8multirange not null default '{}';
update notice_marks as m set
  done = int8multirange(int8range(0, m.done_seq, '[]')),
  formerly_done = int8multirange(int8range(0, m.done_before, '[]')),
  -- What ends before the morning stays in sight.
  snoozed = case when m.snoozed_until > now() then
    int8multirange(int8range(0, (select coalesce(max(seq), 0) from notices), '[]'))
      - int8multirange(int8range(0, m.done_seq, '[]'))
      - coalesce((
        select range_agg(int8range(n.seq, n.seq, '[]')) from notices n
        where n.kind = m.kind and n.topic = m.topic and n.due_at > now() and n.due_at <= m.snoozed_until
      ), '{}')
    else '{}' end;
