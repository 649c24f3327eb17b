-- Owner: documents. What a document said before somebody edited it: an approver reads what became of what they sent back,
-- an auditor what was on record at any time. Edits from before this table are told by their originals alone.

create table document_revisions (
  document_id uuid not null references documents (id),
  sender_entity_id uuid not null,
  revision integer not null,
  content jsonb not null,
  content_hash text not null,
  replaced_at timestamptz not null,
  -- Whoever edited it.
  replaced_by_name text not null,
  primary key (document_id, revision)
);
comment on table document_revisions is 'owner: documents; scope: sender_entity_id';
