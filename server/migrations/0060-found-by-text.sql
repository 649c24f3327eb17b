-- Owner: documents. What lists search for is found without looking through the archive, and beside the documents: each
-- step of one writes all indexes of its row anew (decision 056).

-- The buyers that a department has had, with whatever they were printed as: a part of a name is looked for among
-- thousands instead of millions. More than once does no harm, and so nobody waits for anybody.
create table document_buyers (
  id bigint generated always as identity primary key,
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  buyer_name text not null,
  buyer_tin_no text not null,
  buyer_id_no text not null,
  buyer_email text not null,
  -- No document had it that night; thrown away a night later, if there is still none.
  left_at timestamptz
);
comment on table document_buyers is 'owner: documents; scope: sender_entity_id, store_code_id';

create function keep_document_buyers() returns trigger language plpgsql as $$
begin
  insert into document_buyers (sender_entity_id, store_code_id, buyer_name, buyer_tin_no, buyer_id_no, buyer_email)
  select distinct sender_entity_id, store_code_id, buyer_name, buyer_tin_no, buyer_id_no, buyer_email from made
  where not exists (select from document_buyers as known where known.store_code_id = made.store_code_id
    and known.buyer_name = made.buyer_name and known.buyer_id_no = made.buyer_id_no
    and known.buyer_tin_no = made.buyer_tin_no and known.buyer_email = made.buyer_email and known.left_at is null);
  return null;
end $$;

create function change_document_buyers() returns trigger language plpgsql as $$
begin
  insert into document_buyers (sender_entity_id, store_code_id, buyer_name, buyer_tin_no, buyer_id_no, buyer_email)
  select new.sender_entity_id, new.store_code_id, new.buyer_name, new.buyer_tin_no, new.buyer_id_no, new.buyer_email
  where not exists (select from document_buyers as known where known.store_code_id = new.store_code_id
    and known.buyer_name = new.buyer_name and known.buyer_id_no = new.buyer_id_no
    and known.buyer_tin_no = new.buyer_tin_no and known.buyer_email = new.buyer_email and known.left_at is null);
  return null;
end $$;

create trigger keep_buyers after insert on documents referencing new table as made
  for each statement execute function keep_document_buyers();
-- Only an edit names these columns.
create trigger change_buyers after update of sender_entity_id, store_code_id, buyer_name, buyer_tin_no, buyer_id_no,
    buyer_email on documents for each row execute function change_document_buyers();

insert into document_buyers (sender_entity_id, store_code_id, buyer_name, buyer_tin_no, buyer_id_no, buyer_email)
select distinct sender_entity_id, store_code_id, buyer_name, buyer_tin_no, buyer_id_no, buyer_email from documents;

create index document_buyers_known on document_buyers (store_code_id, buyer_name, buyer_id_no);
create index document_buyers_search on document_buyers
  using gin (buyer_name gin_trgm_ops, buyer_tin_no gin_trgm_ops, buyer_id_no gin_trgm_ops, buyer_email gin_trgm_ops);

drop index documents_buyer_search;
drop index documents_number_search;
create index document_orders_number_search on document_orders using gin (invoice_number gin_trgm_ops);
create index document_orders_contract_search on document_orders using gin (contract_number gin_trgm_ops);
create index document_orders_agent_search on document_orders using gin (agent_number gin_trgm_ops);

-- A UUID of the authority is known from its beginning on.
drop index documents_authority;
create index documents_authority on documents (authority_uuid text_pattern_ops) where authority_uuid is not null;

-- By submission date, and what was never submitted: each document stands in one of them.
create index documents_by_submission
  on documents (store_code_id, submitted_at desc, invoice_date desc, created_at desc, id desc)
  where submitted_at is not null;
create index documents_unsubmitted
  on documents (store_code_id, invoice_date desc, created_at desc, id desc) where submitted_at is null;
