-- Owner: documents. How far the watch has looked through what a company has at the authority, in each environment: where a
-- run ends the next one goes on.

create table watch_rounds (
  sender_entity_id uuid not null references sender_entities (id),
  environment text not null,
  -- What is asked for: those that are cancelled, or all that was sent.
  question text not null check (question in ('cancelled', 'all')),
  -- When the authority was asked last, also in vain: who has waited longest is asked about first.
  asked_at timestamptz not null,
  -- When the round that is under way began, or the last one.
  began_at timestamptz not null,
  -- When the last complete round began: whatever happened before is known.
  known_until timestamptz,
  -- What is left of the round: all that was submitted from round_from to slice_to, of the present slice from this page on. Null
  -- when none is under way.
  round_from timestamptz,
  slice_from timestamptz,
  slice_to timestamptz,
  page integer not null,
  primary key (sender_entity_id, environment, question)
);
comment on table watch_rounds is 'owner: documents; scope: sender_entity_id';

-- The authority's search goes by when it had a document. Those that it judged more than an hour later are few, and only they
-- stand here: for all others the hour before the first verdict is enough.
create index documents_judged_late on documents (store_code_id, environment, validated_at) include (submitted_at)
  where status = 'Validated' and validated_at - submitted_at > interval '1 hour';
