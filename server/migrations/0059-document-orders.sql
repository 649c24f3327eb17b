-- Owner: documents. By what lists are sorted that a document keeps from its making on, beside the documents: each step of
-- one writes all indexes of its row anew, and these are many (decision 050).

create table document_orders (
  document_id uuid primary key,
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  supplier_name text not null,
  buyer_name text not null,
  buyer_id_no text not null,
  invoice_type text not null,
  invoice_number text not null,
  contract_number text not null,
  agent_number text not null,
  total_payable_amount numeric(20, 2) not null,
  source text not null,
  invoice_date date not null,
  created_at timestamptz not null
);
comment on table document_orders is 'owner: documents; scope: sender_entity_id, store_code_id';

create function keep_document_orders() returns trigger language plpgsql as $$
begin
  insert into document_orders (document_id, sender_entity_id, store_code_id, supplier_name, buyer_name, buyer_id_no,
    invoice_type, invoice_number, contract_number, agent_number, total_payable_amount, source, invoice_date, created_at)
  select id, sender_entity_id, store_code_id, supplier_name, buyer_name, buyer_id_no, invoice_type, invoice_number,
    contract_number, agent_number, total_payable_amount, source, invoice_date, created_at from made;
  return null;
end $$;

create function change_document_orders() returns trigger language plpgsql as $$
begin
  update document_orders set sender_entity_id = new.sender_entity_id, store_code_id = new.store_code_id,
    supplier_name = new.supplier_name, buyer_name = new.buyer_name, buyer_id_no = new.buyer_id_no,
    invoice_type = new.invoice_type, invoice_number = new.invoice_number, contract_number = new.contract_number,
    agent_number = new.agent_number, total_payable_amount = new.total_payable_amount, source = new.source,
    invoice_date = new.invoice_date, created_at = new.created_at
  where document_id = new.id;
  return null;
end $$;

create function drop_document_orders() returns trigger language plpgsql as $$
begin
  delete from document_orders where document_id in (select id from gone);
  return null;
end $$;

create trigger keep_orders after insert on documents referencing new table as made
  for each statement execute function keep_document_orders();
-- Only an edit names these columns.
create trigger change_orders after update of sender_entity_id, store_code_id, supplier_name, buyer_name, buyer_id_no,
    invoice_type, invoice_number, contract_number, agent_number, total_payable_amount, source, invoice_date, created_at
  on documents for each row execute function change_document_orders();
create trigger drop_orders after delete on documents referencing old table as gone
  for each statement execute function drop_document_orders();

insert into document_orders
select id, sender_entity_id, store_code_id, supplier_name, buyer_name, buyer_id_no, invoice_type, invoice_number,
  contract_number, agent_number, total_payable_amount, source, invoice_date, created_at from documents;

create index document_orders_supplier
  on document_orders (store_code_id, supplier_name, invoice_date, created_at, document_id);
create index document_orders_buyer
  on document_orders (store_code_id, buyer_name, invoice_date, created_at, document_id);
create index document_orders_buyer_id
  on document_orders (store_code_id, buyer_id_no, invoice_date, created_at, document_id);
create index document_orders_type
  on document_orders (store_code_id, invoice_type, invoice_date, created_at, document_id);
create index document_orders_number
  on document_orders (store_code_id, invoice_number, invoice_date, created_at, document_id);
create index document_orders_contract
  on document_orders (store_code_id, contract_number, invoice_date, created_at, document_id);
create index document_orders_agent
  on document_orders (store_code_id, agent_number, invoice_date, created_at, document_id);
create index document_orders_total
  on document_orders (store_code_id, total_payable_amount, invoice_date, created_at, document_id);
create index document_orders_source
  on document_orders (store_code_id, source, invoice_date, created_at, document_id);
