-- stop: programs of the version before add up counters by the former key, and count without an environment.
-- Owner: documents. Documents are counted by the environment for which they were made as well: figures of a company that
-- sends to production leave out its trials (decision 007). All is counted once more, since no counter knows it yet.

-- In the order in which a fold takes them, and before any document is changed.
lock table document_count_version in access exclusive mode;
lock table documents in share row exclusive mode;
lock table document_counts, buyer_counts, buyer_count_changes, document_count_changes in access exclusive mode;
truncate document_count_changes, document_counts, buyer_count_changes, buyer_counts;
alter table document_count_changes add column environment text not null;
alter table document_counts add column environment text not null,
  drop constraint document_counts_pkey,
  add constraint document_counts_pkey primary key (store_code_id, span, day, status, invoice_type, document_type,
    at_authority, on_screen, environment, sender_entity_id);
alter table buyer_count_changes add column environment text not null;
alter table buyer_counts add column environment text not null,
  drop constraint buyer_counts_pkey,
  add constraint buyer_counts_pkey primary key (store_code_id, year, buyer_name, environment, sender_entity_id);

create or replace function count_documents() returns trigger language plpgsql as $$
begin
  insert into document_count_changes (store_code_id, invoice_date, status, invoice_type, at_authority, on_screen,
    environment, sender_entity_id, n)
  select store_code_id, invoice_date, status, invoice_type, authority_uuid is not null, source = 'UI', environment,
    sender_entity_id, case when tg_op = 'INSERT' then count(*) else -count(*) end
  from moved group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;

create or replace function recount_documents() returns trigger language plpgsql as $$
begin
  insert into document_count_changes (store_code_id, invoice_date, status, invoice_type, at_authority, on_screen,
    environment, sender_entity_id, n)
  select store_code_id, invoice_date, status, invoice_type, at_authority, on_screen, environment, sender_entity_id,
    sum(n)
  from (
    select store_code_id, invoice_date, status, invoice_type, authority_uuid is not null as at_authority,
      source = 'UI' as on_screen, environment, sender_entity_id, 1 as n from now_so
    union all
    select store_code_id, invoice_date, status, invoice_type, authority_uuid is not null, source = 'UI', environment,
      sender_entity_id, -1 from before_so
  ) as both_ways
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  return null;
end $$;

create or replace function count_buyers() returns trigger language plpgsql as $$
begin
  insert into buyer_count_changes (sender_entity_id, store_code_id, year, buyer_name, environment, n)
  select sender_entity_id, store_code_id, extract(year from invoice_date), buyer_name, environment,
    case when tg_op = 'INSERT' then count(*) else -count(*) end
  from moved where counts_for_buyer(authority_uuid, status, selfbilling) group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function recount_buyers() returns trigger language plpgsql as $$
begin
  insert into buyer_count_changes (sender_entity_id, store_code_id, year, buyer_name, environment, n)
  select sender_entity_id, store_code_id, year, buyer_name, environment, sum(n)
  from (
    select sender_entity_id, store_code_id, extract(year from invoice_date) as year, buyer_name, environment, 1 as n
    from now_so where counts_for_buyer(authority_uuid, status, selfbilling)
    union all
    select sender_entity_id, store_code_id, extract(year from invoice_date), buyer_name, environment, -1
    from before_so where counts_for_buyer(authority_uuid, status, selfbilling)
  ) as both_ways
  group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  return null;
end $$;

create temporary table by_day on commit drop as
  select store_code_id, invoice_date as day, status, invoice_type, authority_uuid is not null as at_authority,
    source = 'UI' as on_screen, environment, sender_entity_id, count(*)::int as n
  from documents group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into document_counts (store_code_id, span, day, status, invoice_type, at_authority, on_screen, environment,
  sender_entity_id, n)
select store_code_id, 'day', day, status, invoice_type, at_authority, on_screen, environment, sender_entity_id, n
from by_day
union all
select store_code_id, span, date_trunc(span, day)::date, status, invoice_type, at_authority, on_screen, environment,
  sender_entity_id, sum(n)
from by_day, unnest(array['month', 'year']) as span group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
insert into buyer_counts (sender_entity_id, store_code_id, year, buyer_name, environment, n)
select sender_entity_id, store_code_id, extract(year from invoice_date), buyer_name, environment, count(*)
from documents where counts_for_buyer(authority_uuid, status, selfbilling) group by 1, 2, 3, 4, 5;
update document_count_version set version = gen_random_uuid();

drop index document_counts_sums;
create index document_counts_sums on document_counts (store_code_id, span, day)
  include (status, invoice_type, at_authority, on_screen, environment, sender_entity_id, n) where span <> 'day';
