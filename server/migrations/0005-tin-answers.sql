-- Owner: tins. What the authority said about a TIN and a number, kept so that it need not be asked each time. Every
-- company has its own answers: when another company asked about the same party is not its business.

create table tin_answers (
  sender_entity_id uuid not null references sender_entities,
  environment text not null check (environment in ('simulator', 'preprod', 'prod')),
  tin text not null,
  id_type text not null,
  id_value text not null,
  answer text not null check (answer in ('matches', 'does_not_match')),
  checked_at timestamptz not null,
  primary key (sender_entity_id, environment, tin, id_type, id_value)
);
comment on table tin_answers is 'owner: tins; scope: sender_entity_id';
