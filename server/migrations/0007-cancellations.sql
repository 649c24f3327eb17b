-- Owner: documents. What was asked of the authority when a person cancelled, stored before it is asked, so that an
-- answer that is lost can be found out later.

create table cancellations (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references documents (id),
  sender_entity_id uuid not null references sender_entities (id),
  reason text not null,
  actor_id uuid references users (id),
  actor_name text not null,
  state text not null check (state in ('intent', 'unclear', 'done', 'refused', 'not_sent', 'not_arrived')),
  intended_at timestamptz not null,
  answered_at timestamptz,
  correlation_id text not null default '',
  answer text not null default '',
  asked_count integer not null default 0
);
comment on table cancellations is 'owner: documents; scope: sender_entity_id';
-- At most one cancellation of a document is on its way or unclear.
create unique index cancellations_open on cancellations (document_id) where state in ('intent', 'unclear');
create index cancellations_of on cancellations (document_id, intended_at);
