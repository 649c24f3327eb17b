-- Owner: documents. Documents are counted by their type alone: beside it a sender may write any text as `document_type`, a new one
-- with each document, and the counters would grow as the archive does (decision 050). The column stays, empty, for programs of the
-- version before, which may still serve people meanwhile.

-- In the order in which a fold takes them, so that none is lost between.
lock table document_count_changes, document_counts in access exclusive mode;
create temporary table merged on commit drop as
  select store_code_id, span, day, status, invoice_type, at_authority, on_screen, sender_entity_id, sum(n)::int as n
  from document_counts group by 1, 2, 3, 4, 5, 6, 7, 8;
truncate document_counts;
alter table document_counts alter column document_type set default '';
alter table document_count_changes alter column document_type set default '';
update document_count_changes set document_type = '';
insert into document_counts (store_code_id, span, day, status, invoice_type, at_authority, on_screen, sender_entity_id, n)
  select * from merged;

create or replace function count_documents() returns trigger language plpgsql as $$
begin
  insert into document_count_changes (store_code_id, invoice_date, status, invoice_type, at_authority, on_screen,
    sender_entity_id, n)
  select store_code_id, invoice_date, status, invoice_type, authority_uuid is not null, source = 'UI', sender_entity_id,
    case when tg_op = 'INSERT' then count(*) else -count(*) end
  from moved group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create or replace function recount_documents() returns trigger language plpgsql as $$
begin
  insert into document_count_changes (store_code_id, invoice_date, status, invoice_type, at_authority, on_screen,
    sender_entity_id, n)
  select store_code_id, invoice_date, status, invoice_type, at_authority, on_screen, sender_entity_id, sum(n)
  from (
    select store_code_id, invoice_date, status, invoice_type, authority_uuid is not null as at_authority,
      source = 'UI' as on_screen, sender_entity_id, 1 as n from now_so
    union all
    select store_code_id, invoice_date, status, invoice_type, authority_uuid is not null, source = 'UI',
      sender_entity_id, -1 from before_so
  ) as both_ways
  group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
  return null;
end $$;
