-- Owner: webhooks. The secrets that were replaced less than a day ago: each signs to its own end (docs/decisions/039).

create table webhook_former_secrets (
  nr bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  secret_sealed text not null,
  until timestamptz not null
);
comment on table webhook_former_secrets is 'owner: webhooks; no scope: reached through its webhook, which is of a company';
create index on webhook_former_secrets (webhook_id, until);

insert into webhook_former_secrets (webhook_id, secret_sealed, until)
select id, former_secret_sealed, former_until
from webhooks
where former_secret_sealed is not null and former_until is not null;

alter table webhooks drop column former_secret_sealed, drop column former_until;
