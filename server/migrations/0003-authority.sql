-- Owner: authority. What all processes share about one client at the authority: its pace, its token, its troubles.

create table authority_turns (
  client_key text not null,
  call text not null,
  -- The next moment at which the published limit allows this call.
  free_at timestamptz not null,
  primary key (client_key, call)
);
comment on table authority_turns is 'owner: authority; no scope: a pace of the authority, no business data';

create table authority_tokens (
  client_key text primary key,
  token_sealed text not null,
  until timestamptz not null
);
comment on table authority_tokens is 'owner: authority; no scope: sealed tokens, read by the worker only';

create table authority_circuits (
  client_key text primary key,
  environment text not null,
  failures integer not null,
  why text not null,
  failing_since timestamptz not null,
  -- No call goes out before this moment; null while the circuit is closed.
  open_until timestamptz
);
comment on table authority_circuits is 'owner: authority; no scope: whether an environment answers';
