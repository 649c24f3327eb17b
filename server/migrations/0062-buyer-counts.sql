-- Owner: documents. How many documents each buyer had in a year that were handed to the authority, self-billed ones left
-- out, so that the largest buyers are read and not counted. Kept as document_counts is (decision 050).

create table buyer_counts (
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  year smallint not null,
  buyer_name text not null,
  n integer not null,
  primary key (store_code_id, year, buyer_name, sender_entity_id)
);
comment on table buyer_counts is 'owner: documents; scope: sender_entity_id, store_code_id';
-- From the largest down.
create index buyer_counts_most on buyer_counts (store_code_id, year, n desc);

-- What is not added up yet: only ever inserted and deleted.
create table buyer_count_changes (
  id bigint generated always as identity primary key,
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  year smallint not null,
  buyer_name text not null,
  n integer not null
);
comment on table buyer_count_changes is 'owner: documents; scope: sender_entity_id, store_code_id';
alter table buyer_count_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- As the condition of lists and figures has it (LHDN Submission), but for self-billed documents.
create function counts_for_buyer(authority_uuid text, status text, selfbilling boolean)
returns boolean language sql immutable as $$
  select authority_uuid is not null and not selfbilling
    and status in ('Submitted', 'Validated', 'Invalid', 'User Cancelled')
$$;

create function count_buyers() returns trigger language plpgsql as $$
begin
  insert into buyer_count_changes (sender_entity_id, store_code_id, year, buyer_name, n)
  select sender_entity_id, store_code_id, extract(year from invoice_date), buyer_name,
    case when tg_op = 'INSERT' then count(*) else -count(*) end
  from moved where counts_for_buyer(authority_uuid, status, selfbilling) group by 1, 2, 3, 4;
  return null;
end $$;

create function recount_buyers() returns trigger language plpgsql as $$
begin
  insert into buyer_count_changes (sender_entity_id, store_code_id, year, buyer_name, n)
  select sender_entity_id, store_code_id, year, buyer_name, sum(n)
  from (
    select sender_entity_id, store_code_id, extract(year from invoice_date) as year, buyer_name, 1 as n
    from now_so where counts_for_buyer(authority_uuid, status, selfbilling)
    union all
    select sender_entity_id, store_code_id, extract(year from invoice_date), buyer_name, -1
    from before_so where counts_for_buyer(authority_uuid, status, selfbilling)
  ) as both_ways
  group by 1, 2, 3, 4 having sum(n) <> 0;
  return null;
end $$;

create trigger count_buyers_inserted after insert on documents referencing new table as moved
  for each statement execute function count_buyers();
create trigger count_buyers_deleted after delete on documents referencing old table as moved
  for each statement execute function count_buyers();
create trigger count_buyers_updated after update on documents
  referencing old table as before_so new table as now_so for each statement execute function recount_buyers();

insert into buyer_counts (sender_entity_id, store_code_id, year, buyer_name, n)
select sender_entity_id, store_code_id, extract(year from invoice_date), buyer_name, count(*)
from documents where counts_for_buyer(authority_uuid, status, selfbilling) group by 1, 2, 3, 4;

-- Of all that is counted the months are what a list of everything reads, and there are ten times as many days: they are
-- read from an index that has all of them, and nothing else.
create index document_counts_months on document_counts (store_code_id, day)
  include (status, invoice_type, document_type, at_authority, on_screen, sender_entity_id, n) where span = 'month';
