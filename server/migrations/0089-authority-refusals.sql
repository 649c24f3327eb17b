-- Owner: documents. What the authority refused to answer and nobody was told by a status: questions for verdicts, and
-- documents that were sent once more.

create table authority_refusals (
  sender_entity_id uuid not null references sender_entities (id),
  environment text not null,
  -- The document that was sent once more; null where it refuses to tell verdicts.
  document_id uuid,
  why text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  unique nulls not distinct (sender_entity_id, environment, document_id)
);
comment on table authority_refusals is 'owner: documents; scope: sender_entity_id';
create index authority_refusals_kept on authority_refusals (last_at);
