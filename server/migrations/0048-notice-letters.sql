-- Owner: notifications. The mails about what people are told of. A letter is written down before it is sent, and sent
-- under the same name however often that is tried.

create table notice_letters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- One kind, or the daily mail.
  about text not null,
  -- It tells of what came after the one and up to the other.
  after_seq bigint not null,
  to_seq bigint not null,
  made_at timestamptz not null,
  -- Sent, or nothing was left to tell; null while it is on its way.
  settled_at timestamptz,
  -- Of two who write the next letter at once one does.
  unique (user_id, about, after_seq)
);
comment on table notice_letters is 'owner: notifications; scope: user_id';
create index notice_letters_about on notice_letters (about, to_seq);
create index notice_letters_by_age on notice_letters (made_at);
