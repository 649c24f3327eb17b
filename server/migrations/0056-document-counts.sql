-- Owner: documents. How many documents there are by everything that figures and lists count them by, so that nobody
-- counts the archive. Each statement on documents adds what it changed; a job adds the changes up (decision 050).

-- Per day and, added up once more, per month, whose `day` is its first.
create table document_counts (
  store_code_id uuid not null,
  span text not null check (span in ('day', 'month')),
  day date not null,
  status text not null,
  invoice_type text not null,
  document_type text not null,
  -- Bears a UUID of the authority.
  at_authority boolean not null,
  -- Its source is the form.
  on_screen boolean not null,
  sender_entity_id uuid not null,
  n integer not null,
  primary key (store_code_id, span, day, status, invoice_type, document_type, at_authority, on_screen,
    sender_entity_id)
);
comment on table document_counts is 'owner: documents; scope: sender_entity_id, store_code_id';

-- What is not added up yet: only ever inserted and deleted, so that no two writers wait for each other. Neither table has
-- foreign keys: deleted documents are counted too.
create table document_count_changes (
  id bigint generated always as identity primary key,
  store_code_id uuid not null,
  invoice_date date not null,
  status text not null,
  invoice_type text not null,
  document_type text not null,
  at_authority boolean not null,
  on_screen boolean not null,
  sender_entity_id uuid not null,
  n integer not null
);
comment on table document_count_changes is 'owner: documents; scope: sender_entity_id, store_code_id';
-- Each row lives for a minute.
alter table document_count_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function count_documents() returns trigger language plpgsql as $$
begin
  insert into document_count_changes (store_code_id, invoice_date, status, invoice_type, document_type, at_authority,
    on_screen, sender_entity_id, n)
  select store_code_id, invoice_date, status, invoice_type, document_type, authority_uuid is not null,
    source = 'UI', sender_entity_id, case when tg_op = 'INSERT' then count(*) else -count(*) end
  from moved group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;

create function recount_documents() returns trigger language plpgsql as $$
begin
  insert into document_count_changes (store_code_id, invoice_date, status, invoice_type, document_type, at_authority,
    on_screen, sender_entity_id, n)
  select store_code_id, invoice_date, status, invoice_type, document_type, at_authority, on_screen,
    sender_entity_id, sum(n)
  from (
    select store_code_id, invoice_date, status, invoice_type, document_type,
      authority_uuid is not null as at_authority, source = 'UI' as on_screen, sender_entity_id, 1 as n from now_so
    union all
    select store_code_id, invoice_date, status, invoice_type, document_type,
      authority_uuid is not null, source = 'UI', sender_entity_id, -1 from before_so
  ) as both_ways
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  return null;
end $$;

create trigger count_inserted after insert on documents referencing new table as moved
  for each statement execute function count_documents();
create trigger count_deleted after delete on documents referencing old table as moved
  for each statement execute function count_documents();
create trigger count_updated after update on documents referencing old table as before_so new table as now_so
  for each statement execute function recount_documents();

insert into document_counts (store_code_id, span, day, status, invoice_type, document_type, at_authority, on_screen, sender_entity_id, n)
with by_day as (
  select store_code_id, invoice_date as day, status, invoice_type, document_type,
    authority_uuid is not null as at_authority, source = 'UI' as on_screen, sender_entity_id, count(*)::int as n
  from documents group by 1, 2, 3, 4, 5, 6, 7, 8
)
select store_code_id, 'day', day, status, invoice_type, document_type, at_authority, on_screen,
  sender_entity_id, n from by_day
union all
select store_code_id, 'month', date_trunc('month', day)::date, status, invoice_type, document_type, at_authority, on_screen, sender_entity_id, sum(n) from by_day group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
