-- Owner: entities. Credentials belong to one environment each, so that the keys of a test never reach production;
-- certificates stand apart from them, since a second one may wait beside the one in use.

create table entity_certificates (
  id uuid primary key default gen_random_uuid(),
  sender_entity_id uuid not null references sender_entities,
  environment text not null check (environment in ('simulator', 'preprod', 'prod')),
  certificate_pem text not null,
  private_key_sealed text not null,
  certificate_subject text not null,
  certificate_issuer text not null,
  certificate_serial text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  -- The last certificate whose moment has come is the one in use.
  takes_over_at timestamptz not null,
  created_at timestamptz not null,
  unique (sender_entity_id, environment, takes_over_at)
);
comment on table entity_certificates is 'owner: entities; scope: sender_entity_id';

insert into entity_certificates (sender_entity_id, environment, certificate_pem, private_key_sealed,
  certificate_subject, certificate_issuer, certificate_serial, not_before, not_after, takes_over_at, created_at)
select sender_entity_id, environment, certificate_pem, private_key_sealed, certificate_subject,
  certificate_issuer, certificate_serial, not_before, not_after, not_before, modified_at
from entity_secrets where certificate_pem is not null;

alter table entity_secrets
  drop constraint entity_secrets_pkey,
  add primary key (sender_entity_id, environment),
  -- An intermediary names the taxpayer for whom it acts; empty for a company of its own.
  add column on_behalf_of text not null default '',
  drop column certificate_pem,
  drop column private_key_sealed,
  drop column certificate_subject,
  drop column certificate_issuer,
  drop column certificate_serial,
  drop column not_before,
  drop column not_after;
