-- Owner: access. What a creating call answered first, for whoever repeats it with the same Idempotency-Key.

create table first_answers (
  -- User id or API key id: whose key it is.
  caller_id text not null,
  endpoint text not null,
  key text not null,
  -- A keyed hash of what was sent: the passwords among it cannot be guessed by trying.
  fingerprint text not null,
  -- Sealed: an answer may hold a secret that is told once. Empty only within the transaction that makes it.
  answer_sealed text not null default '',
  created_at timestamptz not null,
  primary key (caller_id, endpoint, key)
);
comment on table first_answers is
  'owner: access; no scope: an answer is told again to the very caller who got it, and to nobody else';
create index first_answers_age on first_answers (created_at);
